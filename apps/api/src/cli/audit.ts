import { InvalidArgumentError } from '@commander-js/extra-typings'
import type { AddCommands } from './command.ts'
import { withDatabase } from './with-database.ts'

function readHead(text: string): string {
  if (/^[0-9]{1,15}:[0-9a-f]{64}$/.test(text)) return text
  throw new InvalidArgumentError('It is written as its number, a colon and 64 hexadecimal digits.')
}

export const addAuditCommands: AddCommands = (program, choose) => {
  program
    .command('audit')
    .description('the audit trail')
    .command('verify')
    .description('walks the audit trail; with a head that was noted earlier, also says whether it is still part of it')
    .argument('[head]', 'what an earlier run printed', readHead)
    .action((notedHead) =>
      choose(async (site) => {
        const found = await withDatabase(site, ({ audit }) => audit.verify(notedHead))
        const { events, head, brokenAt } = found
        const ok = brokenAt === undefined
        const line = ok ? `${events} events, chain whole; head ${head}` : `Broken at event ${brokenAt}.`
        return { lines: [line], data: found, ok }
      }),
    )
}
