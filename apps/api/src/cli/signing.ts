import { Argument } from '@commander-js/extra-typings'
import { makeOidcKey } from '../config/oidc.ts'
import { makeSigningKeys } from '../config/sandbox.ts'
import type { AddCommands } from './command.ts'

export const addSigningCommands: AddCommands = (program, choose) => {
  program
    .command('signing-key')
    .description('keys that sign verdicts')
    .command('create')
    .description('prints a key for SIGNING_KEYS_FILE, this once; it signs when its status is current')
    .action(() =>
      choose(async () => {
        const [made] = makeSigningKeys().keys
        const key = { ...made, status: 'next' }
        return { lines: [JSON.stringify(key)], data: key }
      }),
    )
  program
    .command('oidc-key')
    .description('keys that sign ID tokens')
    .command('create')
    .description('prints a key for OIDC_KEYS_FILE, this once; it signs when its status is current')
    .addArgument(new Argument('<kind>', 'RSA or EC').choices(['RSA', 'EC'] as const))
    .action((kind) =>
      choose(async () => {
        const key = { ...makeOidcKey(kind), status: 'next' }
        return { lines: [JSON.stringify(key)], data: key }
      }),
    )
}
