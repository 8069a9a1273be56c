import { Option } from '@commander-js/extra-typings'
import { LANGUAGES } from '@avouch/contract'
import { endHandErasure, listHandErasures, tryVendor } from '../modules/kyc/index.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { listed, timeText } from './arguments.ts'
import { type AddCommands, DONE } from './command.ts'
import { withDatabase } from './with-database.ts'

export const addIdentityCommands: AddCommands = (program, choose) => {
  const group = program.command('identity').description('the vendor of identity checks')
  group
    .command('try')
    .description(
      'begins a session that a person of yours takes within 20 minutes; prints how it went, without date or name; erases it',
    )
    .option('--provider <name>', 'one of IDENTITY_VENDOR and IDENTITY_VENDOR_2; the first one by default')
    .addOption(new Option('--language <language>', "of the vendor's pages").choices(LANGUAGES).default('de' as const))
    .action(({ provider: vendor, language }) =>
      choose((site, say) =>
        withDatabase(site, async ({ config, database: db, keyring }) => {
          const { publicUrl, identity, clock } = config
          const keys = {
            codes: keyring.for('transaction-code'),
            documents: keyring.for('proof-document'),
            sessions: keyring.for('identity-session'),
          }
          const settings = { publicUrl, vendors: identity.vendors }
          const { line, isWell } = await tryVendor({ db, clock, keys }, settings, { vendor, language }, say)
          return { lines: [line], data: { said: line }, ok: isWell }
        }),
      ),
    )
  const erasures = group.command('erasures').description('sessions that a person has to have erased at their vendor')
  erasures
    .command('list')
    .description('lists them: id, vendor, since when, and what to name there; the look is in the audit trail')
    .action(() =>
      choose((site) =>
        withDatabase(site, async ({ config: { clock }, database: db, keyring, audit }) => {
          const found = await listHandErasures({ db, clock, audit, keys: keyring.for('identity-session') })
          return listed(found, ({ id, vendor, since, theirs }) => [id, vendor, timeText(since), theirs])
        }),
      ),
    )
  erasures
    .command('done')
    .description('takes one off the list that the vendor has erased')
    .argument('<session id>', 'the first column of the list')
    .action((id) =>
      choose((site) =>
        withDatabase(site, async ({ config: { clock }, database: db, audit }) => {
          if (await endHandErasure({ db, clock, audit }, id)) return DONE
          throw new OperatorError('No session of the list has this id.', 'not_found')
        }),
      ),
    )
}
