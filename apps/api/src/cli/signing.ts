import { resolve } from 'node:path'
import { Argument } from '@commander-js/extra-typings'
import { addOidcKeys, KINDS, makeOidcKey, oidcKeysAt } from '../config/oidc.ts'
import { addSigningKey, createKeyFile, signingKeysAt } from '../config/key-files.ts'
import { makeSigningKey } from '../config/sandbox.ts'
import type { AddCommands, CommandResult } from './command.ts'
import type { Site } from './with-database.ts'

/** Warns an operator who forgot the setting: with a first file in use, earlier signatures no longer verify. */
const firstLine = (setting: string) =>
  `This is a first file, without the keys of an earlier one: ${setting} is not set.`

type Named = { kid: string; status?: string | undefined }

/** Writes a whole file, which has the keys of the one in use and those made. */
function writeKeys(
  { folder }: Site,
  file: string,
  setting: string,
  before: readonly Named[],
  keys: Named[],
): CommandResult {
  const path = resolve(folder, file)
  createKeyFile(path, { keys })
  const shown = keys.map(({ kid, status }) => ({ kid, status }))
  return {
    lines: [
      `${path}: ${shown.map(({ kid, status }) => `${kid} ${status}`).join(', ')}`,
      ...(before.length === 0 ? [firstLine(setting)] : []),
    ],
    data: { file: path, keys: shown },
  }
}

/** A key for the file that is in use, or a first file. */
async function create(site: Site, file: string | undefined): Promise<CommandResult> {
  const made = makeSigningKey()
  if (file === undefined) {
    const key = { ...made, status: 'next' }
    return { lines: [JSON.stringify(key)], data: key }
  }
  const before = signingKeysAt(site.env.SIGNING_KEYS_FILE)
  return writeKeys(site, file, 'SIGNING_KEYS_FILE', before, addSigningKey(before, made))
}

/** A key of the kind, or of each, for the file that is in use; or a first file. */
async function createOidc(site: Site, kinds: typeof KINDS | [(typeof KINDS)[number]], file: string | undefined) {
  if (file === undefined) {
    const keys = kinds.map((kind) => ({ ...makeOidcKey(kind), status: 'next' }))
    return { lines: keys.map((key) => JSON.stringify(key)), data: keys.length === 1 ? keys[0] : keys }
  }
  const before = oidcKeysAt(site.env.OIDC_KEYS_FILE)
  return writeKeys(site, file, 'OIDC_KEYS_FILE', before, addOidcKeys(before, kinds))
}

const WHOLE_FILE = 'writes the whole file with it instead, which must not exist yet; in a first file it signs'

export const addSigningCommands: AddCommands = (program, choose) => {
  program
    .command('signing-key')
    .description('keys that sign verdicts')
    .command('create')
    .description('prints a key for SIGNING_KEYS_FILE, this once; it signs when its status is current')
    .option('--file <path>', WHOLE_FILE)
    .action(({ file }) => choose((site) => create(site, file)))
  program
    .command('oidc-key')
    .description('keys that sign ID tokens')
    .command('create')
    .description('prints a key for OIDC_KEYS_FILE, this once; it signs when its status is current')
    .addArgument(new Argument('[kind]', 'RSA or EC; both where it is left out').choices(KINDS))
    .option('--file <path>', `${WHOLE_FILE}, and has one of each kind`)
    .action((kind, { file }) => choose((site) => createOidc(site, kind === undefined ? KINDS : [kind], file)))
}
