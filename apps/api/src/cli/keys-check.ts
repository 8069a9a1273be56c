import { keysInUse, numberKeyOf, replacedKeys } from '../platform/database/installation.ts'
import { type KeyHolder, keyHolders } from '../platform/database/key-holders.ts'
import { countSealed, findUnreadable } from '../platform/database/sealed-values.ts'
import { createKeyring, type Keyring } from '../platform/keyring.ts'
import type { MasterKeys } from '../config/key-files.ts'
import { table, timeText } from './arguments.ts'
import type { Answer } from './command.ts'
import { removableLine } from './keys-rotate.ts'
import { SEALED_TABLES } from './sealed-tables.ts'
import { type Site, withAnyDatabase } from './with-database.ts'

const AT_ONCE = 1_000

type KeyReport = {
  id: string
  state: string
  created: string | null
  /** When it sealed or hashed for the first time. */
  since: Date | null
  values: number
  isRemovable: boolean
}
type Unreadable = { table: string; id: string }

/** What the database needs of which key, and what the file has. It changes nothing, and runs with any keys. */
export const checkKeys = (site: Site): Promise<Answer> =>
  withAnyDatabase(site, async ({ config, database }) => {
    const counts = new Map<string, number>()
    const unreadable: Unreadable[] = []
    const keyring = createKeyring(config.master)
    for (const sealed of SEALED_TABLES) {
      for (const { key, values } of await countSealed(database, sealed))
        counts.set(key, (counts.get(key) ?? 0) + values)
      const ids = await findUnreadable(database, keyring, sealed, AT_ONCE)
      unreadable.push(...ids.map((id) => ({ table: sealed.table, id })))
    }
    const [inUse, replaced] = [await keysInUse(database), await replacedKeys(database)]
    const keys = reportsOf(config.master, keyring, { counts, inUse, replaced })
    const processes = await keyHolders(database)
    const numberKey = await numberKeyOf(database)
    const problems = problemsOf(keyring, { keys, unreadable, processes, numberKey })
    const rows = keys.map(({ id, state, created, since, values }) => [
      id,
      state,
      created ?? '-',
      timeText(since),
      String(values),
    ])
    return {
      lines: [
        ...table([['key', 'state', 'created', 'in use since', 'values'], ...rows]),
        ...problems,
        ...keys.filter(({ isRemovable }) => isRemovable).map(({ id }) => removableLine(id)),
      ],
      data: { keys, processes, unreadable, problems },
      ok: problems.length === 0,
    }
  })

type Found = {
  counts: ReadonlyMap<string, number>
  inUse: readonly { id: string; since: Date }[]
  replaced: readonly string[]
}

function reportsOf({ keys }: MasterKeys, keyring: Keyring, { counts, inUse, replaced }: Found): KeyReport[] {
  const known = keyring.fingerprints()
  const ids = new Set([...keys.map(({ id }) => id), ...counts.keys(), ...inUse.map(({ id }) => id)])
  return [...ids].map((id) => {
    const key = known.find((one) => one.id === id)
    const since = inUse.find((one) => one.id === id)?.since ?? null
    const values = counts.get(id) ?? 0
    const works = (['seals', 'hashes', 'indexes'] as const).filter((state) => key?.[state] === true)
    const isIdle = works.length === 0 && values === 0 && since === null
    return {
      id,
      state: key === undefined ? 'missing' : works.join(', ') || 'opens',
      created: keys.find((one) => one.id === id)?.created ?? null,
      since,
      values,
      isRemovable: isIdle && replaced.includes(id),
    }
  })
}

type Checked = {
  keys: readonly KeyReport[]
  unreadable: readonly Unreadable[]
  processes: readonly KeyHolder[]
  /** The fingerprint of the key by which numbers are indexed; before the first server has started there are none. */
  numberKey: string | undefined
}

/** What is wrong, each in one line that says what to do. */
function problemsOf(keyring: Keyring, { keys, unreadable, processes, numberKey }: Checked): string[] {
  const { sealingId, indexingId } = keyring
  const missing = keys.filter(({ state }) => state === 'missing')
  const indexing = keyring.fingerprints().find(({ indexes }) => indexes)?.fingerprint
  const isMoved = numberKey === undefined || numberKey === indexing
  const old = keys.filter(({ state, values }) => values > 0 && state !== 'missing' && !state.includes('seals'))
  const idle = keys.filter(({ state, values, since }) => isMoved && values === 0 && since !== null && state === 'opens')
  return [
    ...missing.map(
      ({ id, values }) => `MASTER_KEY_FILE lacks the key ${id}, which ${values} values need: put it back.`,
    ),
    ...unreadable.map(({ table, id }) => `A value of ${table} ${id} does not open: restore it from a backup.`),
    ...processes
      .filter(({ ids }) => !ids.includes(sealingId))
      .map(({ ids }) => `A process runs with the keys ${ids.join(', ')} alone: restart it with ${sealingId} too.`),
    ...processes
      .filter((holder) => holder.sealingId !== sealingId)
      .map((holder) => `A process seals with ${holder.sealingId}: restart it with the newer MASTER_KEY_FILE.`),
    ...old.map(({ id, values }) => `${values} values are sealed with ${id}: run "keys rotate".`),
    ...idle.map(({ id }) => `Nothing needs ${id} any more: run "keys rotate".`),
    ...(isMoved
      ? []
      : [`Numbers are indexed by another key than ${indexingId}: stop every server, and run "keys reindex".`]),
  ]
}
