import { InvalidArgumentError } from '@commander-js/extra-typings'
import { type ChainRow, isKind } from '../modules/audit/index.ts'
import { type Address, addressOf, UNKNOWN_ADDRESS } from '../platform/client.ts'
import { listed, readTime, table, timeText, wholeNumber } from './arguments.ts'
import type { AddCommands, CommandResult } from './command.ts'
import { withDatabase } from './with-database.ts'

function readHead(text: string): string {
  if (/^[0-9]{1,15}:[0-9a-f]{64}$/.test(text)) return text
  throw new InvalidArgumentError('It is written as its number, a colon and 64 hexadecimal digits.')
}

function readAddress(text: string): Address {
  const address = addressOf(text)
  if (address.network !== UNKNOWN_ADDRESS.network) return address
  throw new InvalidArgumentError('It is an IPv4 or IPv6 address.')
}

function readMonth(text: string): string {
  if (/^[0-9]{4}-(?:0[1-9]|1[0-2])$/.test(text)) return text
  throw new InvalidArgumentError('It is written as YYYY-MM.')
}

function readKind(text: string): string {
  if (isKind(text)) return text
  throw new InvalidArgumentError('It is the name of an event, or what it begins with: operator, auth.pin, kyc.status.')
}

const MAX_LINES = 10_000
const MAX_NUMBER = 999_999_999
const hex = (bytes: Buffer | null) => bytes?.toString('hex') ?? null

/** Exports the fields from which an event's hash is computed, but for the key. */
const exported = ({ details, salt, detailsHash, prevHash, hash, ...row }: ChainRow) => ({
  ...row,
  ...details,
  salt: hex(salt),
  detailsHash: hex(detailsHash),
  prevHash: hex(prevHash),
  hash: hex(hash),
})

function verified(found: { events: number; head: string; brokenAt?: number | undefined }): CommandResult {
  const { events, head, brokenAt } = found
  const ok = brokenAt === undefined
  const line = ok ? `${events} events, chain whole; head ${head}` : `Broken at event ${brokenAt}.`
  return { lines: [line], data: found, ok }
}

export const addAuditCommands: AddCommands = (program, choose) => {
  const audit = program.command('audit').description('the audit trail')
  audit
    .command('verify')
    .description('walks the audit trail; with a head that was noted earlier, also says whether it is still part of it')
    .argument('[head]', 'what an earlier run printed', readHead)
    .action((notedHead) =>
      choose(async (site) => verified(await withDatabase(site, ({ audit }) => audit.verify(notedHead)))),
    )
  audit
    .command('network')
    .description(
      'what happened from the network of an address in a month; the trail has a hash of it, another one each month',
    )
    .argument('<address>', 'an IP address', readAddress)
    .option('--month <month>', 'YYYY-MM, in UTC; this month by default', readMonth)
    .action((address, { month }) =>
      choose(async (site) => {
        const found = await withDatabase(site, ({ audit }) => audit.eventsFrom(address, month))
        const { network, networkHash, events } = found
        const lines = table(events.map(({ at, type, actor }) => [timeText(at), type, actor ?? '-']))
        return {
          lines: [`${network} in ${found.month}: ${networkHash}, ${events.length} events`, ...lines],
          data: found,
        }
      }),
    )
  audit
    .command('search')
    .description('lists events, the newest of them, the oldest first: time, kind, who by keyed hash, reason')
    .option('--since <time>', 'from this moment on, as 2026-11-22 or 2026-11-22T10:00Z', readTime)
    .option('--until <time>', 'before this moment', readTime)
    .option('--kind <kind>', 'of this kind, or all that begin with it: auth.pin', readKind)
    .option('--provider <provider>', 'about the settings and keys of this provider')
    .option('--before <number>', 'before the event of this number: the next page', wholeNumber('--before', MAX_NUMBER))
    .option('--limit <number>', 'so many at most', wholeNumber('--limit', MAX_LINES), 100)
    .action((wanted) =>
      choose(async (site) => {
        const found = await withDatabase(site, ({ audit }) => audit.search({ ...wanted, isPatient: true }))
        const older = found.next === null ? [] : [`Older ones: --before ${found.next}`]
        const { lines, ...list } = listed(found.events.toReversed(), ({ at, type, actor, reason }) => [
          timeText(at),
          type,
          actor ?? '-',
          reason ?? '',
        ])
        return { ...list, lines: [...older, ...lines] }
      }),
    )
  audit
    .command('export')
    .description(
      'verifies the audit trail and prints it: each event a line of JSON, then what verify says; --json: only that',
    )
    .action(() =>
      choose(async (site, say) => {
        const found = await withDatabase(site, ({ audit }) =>
          audit.verify(undefined, (row) => say(JSON.stringify(exported(row)))),
        )
        return { lines: [JSON.stringify(found)], data: found, ok: found.brokenAt === undefined }
      }),
    )
}
