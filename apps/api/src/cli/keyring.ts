import { resolve } from 'node:path'
import { addKey, createKeyFile, masterKeysAt } from '../config/key-files.ts'
import { checkKeys } from './keys-check.ts'
import { reindex } from './keys-reindex.ts'
import { rotateKeys } from './keys-rotate.ts'
import type { AddCommands, Answer } from './command.ts'
import type { Site } from './with-database.ts'

/** A key for the file that is in use, or a first file. */
async function create({ env, folder }: Site, file: string | undefined): Promise<Answer> {
  const { keys, made } = addKey(masterKeysAt(env.MASTER_KEY_FILE), new Date())
  if (file === undefined) return { lines: made.map((key) => JSON.stringify(key)), data: made }
  const path = resolve(folder, file)
  createKeyFile(path, { keys })
  const data = { file: path, created: made.map(({ id }) => id) }
  return { lines: [`${path}: ${keys.map(({ id, state }) => `${id} ${state ?? ''}`.trimEnd()).join(', ')}`], data }
}

export const addKeyringCommands: AddCommands = (program, choose) => {
  const group = program.command('keys').description('master keys, which encrypt and hash what is in the database')
  group
    .command('create')
    .description(
      'prints one more key for MASTER_KEY_FILE, this once; without that setting the two keys of a first file',
    )
    .option('--file <path>', 'writes the whole file with it instead, which must not exist yet')
    .action(({ file }) => choose((site) => create(site, file)))
  group
    .command('check')
    .description(
      'lists the keys, their age and how many values each has sealed; says what does not open and what to do',
    )
    .action(() => choose(checkKeys))
  group
    .command('rotate')
    .description('seals every value with the key in the state "seals", while the product runs; it can be repeated')
    .action(() => choose(rotateKeys))
  group
    .command('reindex')
    .description('finds every number by the key that indexes from now on; stop every server first')
    .action(() => choose(reindex))
}
