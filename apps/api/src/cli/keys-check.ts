import { keysInUse } from '../platform/database/installation.ts'
import { type KeyHolder, keyHolders } from '../platform/database/key-holders.ts'
import { countSealed, findUnreadable } from '../platform/database/sealed-values.ts'
import { createKeyring } from '../platform/keyring.ts'
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
    const keys = reportsOf(config.master, { counts, inUse: await keysInUse(database), sealingId: keyring.sealingId })
    const processes = await keyHolders(database)
    const problems = problemsOf({ keys, unreadable, processes, sealingId: keyring.sealingId })
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

type Found = { counts: ReadonlyMap<string, number>; inUse: readonly { id: string; since: Date }[]; sealingId: string }

function reportsOf({ keys }: MasterKeys, { counts, inUse, sealingId }: Found): KeyReport[] {
  const hashes = keys.find(({ state }) => state === 'hashes') ?? keys.find(({ state }) => state === undefined)
  const ids = new Set([...keys.map(({ id }) => id), ...counts.keys(), ...inUse.map(({ id }) => id)])
  return [...ids].map((id) => {
    const key = keys.find((one) => one.id === id)
    const since = inUse.find((one) => one.id === id)?.since ?? null
    const values = counts.get(id) ?? 0
    const works = [id === sealingId && 'seals', id === hashes?.id && 'hashes'].filter((state) => state !== false)
    const isIdle = works.length === 0 && values === 0 && since === null
    return {
      id,
      state: key === undefined ? 'missing' : works.join(', ') || 'opens',
      created: key?.created ?? null,
      since,
      values,
      isRemovable: key !== undefined && isIdle,
    }
  })
}

type Checked = {
  keys: readonly KeyReport[]
  unreadable: readonly Unreadable[]
  processes: readonly KeyHolder[]
  sealingId: string
}

/** What is wrong, each in one line that says what to do. */
function problemsOf({ keys, unreadable, processes, sealingId }: Checked): string[] {
  const missing = keys.filter(({ state }) => state === 'missing')
  const old = keys.filter(
    ({ state, values, since }) =>
      state !== 'missing' && !state.includes('seals') && (values > 0 || (since !== null && state === 'opens')),
  )
  const others = processes.filter((holder) => holder.sealingId !== sealingId)
  const lacking = processes.filter(({ ids }) => !ids.includes(sealingId))
  return [
    ...missing.map(
      ({ id, values }) => `MASTER_KEY_FILE lacks the key ${id}, which ${values} values need: put it back.`,
    ),
    ...unreadable.map(({ table, id }) => `A value of ${table} ${id} does not open: restore it from a backup.`),
    ...lacking.map(
      ({ ids }) => `A process runs with the keys ${ids.join(', ')} alone: restart it with ${sealingId} too.`,
    ),
    ...others.map((holder) => `A process seals with ${holder.sealingId}: restart it with the newer MASTER_KEY_FILE.`),
    ...old.map(({ id, values }) => `${values} values are sealed with ${id}: run "keys rotate".`),
  ]
}
