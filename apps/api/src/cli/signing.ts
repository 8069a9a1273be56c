import { resolve } from 'node:path'
import { Argument } from '@commander-js/extra-typings'
import { makeOidcKey } from '../config/oidc.ts'
import { addSigningKey, createKeyFile, signingKeysAt } from '../config/key-files.ts'
import { makeSigningKey } from '../config/sandbox.ts'
import type { AddCommands, Answer } from './command.ts'
import type { Site } from './with-database.ts'

/** Warns an operator who forgot the setting: with a first file in use, earlier verdicts no longer verify. */
const FIRST = 'This is a first file, without the keys of an earlier one: SIGNING_KEYS_FILE is not set.'

/** A key for the file that is in use, or a first file. */
async function create({ env, folder }: Site, file: string | undefined): Promise<Answer> {
  const made = makeSigningKey()
  if (file === undefined) {
    const key = { ...made, status: 'next' }
    return { lines: [JSON.stringify(key)], data: key }
  }
  const path = resolve(folder, file)
  const before = signingKeysAt(env.SIGNING_KEYS_FILE)
  const keys = addSigningKey(before, made)
  createKeyFile(path, { keys })
  const shown = keys.map(({ kid, status }) => ({ kid, status }))
  return {
    lines: [
      `${path}: ${shown.map(({ kid, status }) => `${kid} ${status}`).join(', ')}`,
      ...(before.length === 0 ? [FIRST] : []),
    ],
    data: { file: path, keys: shown },
  }
}

export const addSigningCommands: AddCommands = (program, choose) => {
  program
    .command('signing-key')
    .description('keys that sign verdicts')
    .command('create')
    .description('prints a key for SIGNING_KEYS_FILE, this once; it signs when its status is current')
    .option(
      '--file <path>',
      'writes the whole file with it instead, which must not exist yet; in a first file it signs',
    )
    .action(({ file }) => choose((site) => create(site, file)))
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
