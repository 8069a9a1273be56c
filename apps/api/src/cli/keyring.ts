import { resolve } from 'node:path'
import {
  addMasterKey,
  createKeyFile,
  masterKeysOf,
  makeMasterKeys,
  type MasterKeys,
  masterKeysAt,
} from '../config/key-files.ts'
import { checkKeys, reindexKeys, rotateKeys } from '../modules/keys/index.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { table, timeText } from './arguments.ts'
import type { AddCommands, CommandResult, Print } from './command.ts'
import { type Site, withAnyDatabase, withCurrentSchema, withDatabase } from './with-database.ts'

const namesOf = ({ keys, hash, index }: MasterKeys): string =>
  [
    ...keys.map(({ id, status }) => `${id} ${status}`),
    `${hash.id} hashes`,
    ...(index === undefined ? [] : [`${index.id} indexes`]),
  ].join(', ')

/** A key for the file that is in use, or a first file. */
async function create({ env, folder }: Site, file: string | undefined): Promise<CommandResult> {
  const [before, now] = [masterKeysAt(env.MASTER_KEY_FILE), new Date()]
  const keys = before === undefined ? makeMasterKeys(now) : addMasterKey(before, now)
  const made = before === undefined ? [...keys.keys, keys.hash] : keys.keys.slice(-1)
  if (file === undefined)
    return { lines: [JSON.stringify(before === undefined ? keys : made[0])], data: before === undefined ? keys : made }
  const path = resolve(folder, file)
  createKeyFile(path, keys)
  return { lines: [`${path}: ${namesOf(keys)}`], data: { file: path, created: made.map(({ id }) => id) } }
}

const removableLine = (id: string) => `The key ${id} can be removed from MASTER_KEY_FILE.`

const check = (site: Site): Promise<CommandResult> =>
  withAnyDatabase(site, async ({ config, database, keyring }) => {
    const createdOn = new Map(masterKeysOf(config.master).map(({ id, created }) => [id, created]))
    const found = await checkKeys(database, keyring)
    const reports = found.keys.map(({ id, state, ...report }) => ({
      id,
      state,
      created: createdOn.get(id) ?? null,
      ...report,
    }))
    return {
      lines: [
        ...table([
          ['key', 'state', 'created', 'in use since', 'values'],
          ...reports.map(({ id, state, created, since, values }) => [
            id,
            state,
            created ?? '-',
            timeText(since),
            String(values),
          ]),
        ]),
        ...found.problems,
        ...reports.filter(({ isRemovable }) => isRemovable).map(({ id }) => removableLine(id)),
      ],
      data: { ...found, keys: reports },
      ok: found.problems.length === 0,
    }
  })

/** The server that has the embedded database open read its keys when it started. */
function refuseInUse({ database }: Site): void {
  if (database !== undefined) throw new OperatorError('The embedded database is in use: stop the server first.')
}

async function rotate(site: Site, say: Print): Promise<CommandResult> {
  refuseInUse(site)
  const data = await withDatabase(site, (opened) => rotateKeys({ ...opened, say }))
  const done = `Every value is sealed with ${data.sealedWith}: ${data.rows} rows were sealed again.`
  return { lines: [done, ...data.removable.map(removableLine)], data }
}

async function reindex(site: Site, say: Print): Promise<CommandResult> {
  refuseInUse(site)
  const data = await withCurrentSchema(site, ({ config, ...opened }) => {
    const { production, publicUrl, clock } = config
    return reindexKeys({ ...opened, production, publicUrl, now: clock(), say })
  })
  return { lines: [`Every number is found by ${data.indexedBy}: ${data.rows} rows were moved.`], data }
}

export const addKeyringCommands: AddCommands = (program, choose) => {
  const group = program.command('keys').description('master keys, which encrypt and hash what is in the database')
  group
    .command('create')
    .description('prints one more key for MASTER_KEY_FILE, this once; without that setting a first file')
    .option('--file <path>', 'writes the whole file with it instead, which must not exist yet')
    .action(({ file }) => choose((site) => create(site, file)))
  group
    .command('check')
    .description(
      'lists the keys, their age and how many values each has sealed; says what does not open and what to do',
    )
    .action(() => choose(check))
  group
    .command('rotate')
    .description('seals every value with the current key, while the product runs; it can be repeated')
    .action(() => choose(rotate))
  group
    .command('reindex')
    .description('finds every number by the key that indexes from now on; stop every server first')
    .action(() => choose(reindex))
}
