import { Option } from '@commander-js/extra-typings'
import { LANGUAGES } from '@avouch/contract'
import { tryVendor } from '../modules/kyc/index.ts'
import type { AddCommands } from './command.ts'
import { withDatabase } from './with-database.ts'

export const addIdentityCommands: AddCommands = (program, choose) => {
  const group = program.command('identity').description('the vendor of identity checks')
  group
    .command('try')
    .description(
      'begins a session that a person of yours takes within 20 minutes; prints how it went, without date or name; erases it',
    )
    .option('--provider <name>', 'one of IDENTITY_PROVIDER and IDENTITY_PROVIDER_2; the first one by default')
    .addOption(new Option('--language <language>', "of the vendor's pages").choices(LANGUAGES).default('de' as const))
    .action(({ provider, language }) =>
      choose((site, say) =>
        withDatabase(site, async ({ config, database: db, keyring }) => {
          const keys = { documents: keyring.for('proof-document'), sessions: keyring.for('identity-session') }
          const { publicUrl, identity, clock } = config
          const settings = { publicUrl, vendors: identity.vendors }
          const { line, isWell } = await tryVendor({ db, clock, keys }, settings, { provider, language }, say)
          return { lines: [line], data: { said: line }, ok: isWell }
        }),
      ),
    )
}
