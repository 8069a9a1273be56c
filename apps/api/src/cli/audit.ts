import { StartupError } from '../platform/startup-error.ts'
import type { Print } from './command.ts'
import { type Site, withDatabase } from './with-database.ts'

const HEAD = /^[0-9]{1,15}:[0-9a-f]{64}$/

/** @returns whether the trail is whole */
export async function verifyAudit(site: Site, args: readonly string[], print: Print): Promise<boolean> {
  const [notedHead] = args
  if (notedHead !== undefined && !HEAD.test(notedHead))
    throw new StartupError('A head of the audit trail is written as its number, a colon and 64 hexadecimal digits.')
  const { events, head, brokenAt } = await withDatabase(site, ({ audit }) => audit.verify(notedHead))
  if (brokenAt === undefined) print(`${events} events, chain whole; head ${head}`)
  else print(`Broken at event ${brokenAt}.`)
  return brokenAt === undefined
}
