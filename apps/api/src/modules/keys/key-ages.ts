import type { InstallationKey } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { keysInUse } from '../../platform/database/installation.ts'
import type { Keyring } from '../../platform/keyring.ts'

/** Ids and days of keys, as their files have them; the keys themselves stay there. */
export type KeyFiles = {
  master: readonly { id: string; created?: string | undefined }[]
  /** Those that sign stand first. */
  verdict: readonly { kid: string }[]
  oidc: readonly { kid: string; kty: string }[]
}
type Deps = { db: Executor; keyring: Pick<Keyring, 'fingerprints'>; keyFiles: KeyFiles }

const MASTER_WORK = ['seals', 'hashes', 'indexes'] as const

/** The keys of this process: what each does, since when there is one, and since when the database needs it. */
export async function readKeys({ db, keyring, keyFiles }: Deps): Promise<InstallationKey[]> {
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
