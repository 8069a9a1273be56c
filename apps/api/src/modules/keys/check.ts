import type { InstallationKey } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { keysInUse, numberKeyOf } from '../../platform/database/installation.ts'
import { type KeyHolder, keyHolders } from '../../platform/database/key-holders.ts'
import { countSealed, findUnreadable } from '../../platform/database/sealed-values.ts'
import type { Keyring } from '../../platform/keyring.ts'
import { SEALED_TABLES } from './sealed-tables.ts'

const AT_ONCE = 1_000

export type KeyReport = {
  id: string
  state: string
  /** When the database began to need it. */
  since: Date | null
  values: number
  isRemovable: boolean
}
type Unreadable = { table: string; id: string }

/** Compares what the database needs of which key with what the file has. It changes nothing, and runs with any keys. */
export async function checkKeys(db: Executor, keyring: Keyring) {
  const counts = new Map<string, number>()
  const unreadable: Unreadable[] = []
  for (const sealed of SEALED_TABLES) {
    for (const { key, values } of await countSealed(db, sealed)) counts.set(key, (counts.get(key) ?? 0) + values)
    const ids = await findUnreadable(db, keyring, sealed, AT_ONCE)
    unreadable.push(...ids.map((id) => ({ table: sealed.table, id })))
  }
  const keys = reportsOf(keyring, counts, await keysInUse(db, keyring))
  const processes = await keyHolders(db)
  const problems = problemsOf(keyring, { keys, unreadable, processes, numberKey: await numberKeyOf(db) })
  return { keys, processes, unreadable, problems }
}

type ByKey<Value> = ReadonlyMap<string, Value>

function reportsOf(keyring: Keyring, counts: ByKey<number>, inUse: ByKey<Date>): KeyReport[] {
  const known = keyring.fingerprints()
  const ids = new Set([...known.map(({ id }) => id), ...counts.keys(), ...inUse.keys()])
  return [...ids].map((id) => {
    const key = known.find((one) => one.id === id)
    const since = inUse.get(id) ?? null
    const values = counts.get(id) ?? 0
    const work = (['hashes', 'indexes'] as const).filter((state) => key?.[state] === true)
    return {
      id,
      state: key === undefined ? 'missing' : [...(key.status === undefined ? [] : [key.status]), ...work].join(', '),
      since,
      values,
      isRemovable: key?.status === 'previous' && work.length === 0 && values === 0 && since === null,
    }
  })
}

type Checked = {
  keys: readonly KeyReport[]
  unreadable: readonly Unreadable[]
  processes: readonly KeyHolder[]
  /** The fingerprint of the key by which numbers are indexed; undefined before the first server has started. */
  numberKey: string | undefined
}

/** Lists what is wrong, each in one line with what to do. */
function problemsOf(keyring: Keyring, { keys, unreadable, processes, numberKey }: Checked): string[] {
  const { sealingId, indexingId } = keyring
  const missing = keys.filter(({ state }) => state === 'missing')
  const indexing = keyring.fingerprints().find(({ indexes }) => indexes)?.fingerprint
  const isMoved = numberKey === undefined || numberKey === indexing
  const old = keys.filter(({ id, state, values }) => values > 0 && state !== 'missing' && id !== sealingId)
  const idle = keys.filter(({ state, values, since }) => values === 0 && since !== null && state === 'previous')
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

/** Ids and days of keys, as their files have them; the keys themselves stay there. */
type KeyFiles = {
  master: readonly { id: string; created?: string | undefined }[]
  /** Those that sign stand first. */
  verdict: readonly { kid: string }[]
  oidc: readonly { kid: string; kty: string }[]
}
type Deps = { db: Executor; keyring: Keyring; keyFiles: KeyFiles }

const MASTER_WORK = ['seals', 'hashes', 'indexes'] as const

/** Reads the keys of this process: what each does, since when there is one, and since when the database needs it. */
export async function readInstallationKeys({ db, keyring, keyFiles }: Deps): Promise<InstallationKey[]> {
  const inUse = await keysInUse(db, keyring)
  const { master, verdict, oidc } = keyFiles
  const signer = (purpose: 'verdict' | 'oidc', id: string, signs: boolean): InstallationKey => ({
    purpose,
    id,
    does: signs ? ['signs'] : [],
    created_on: null,
    in_use_since: null,
  })
  return [
    ...keyring.fingerprints().map((key) => ({
      purpose: 'master' as const,
      id: key.id,
      does: MASTER_WORK.filter((work) => key[work]),
      created_on: master.find(({ id }) => id === key.id)?.created ?? null,
      in_use_since: inUse.get(key.id)?.toISOString() ?? null,
    })),
    ...verdict.map(({ kid }, at) => signer('verdict', kid, at === 0)),
    ...oidc.map(({ kid, kty }, at) => signer('oidc', kid, oidc.findIndex((one) => one.kty === kty) === at)),
  ]
}
