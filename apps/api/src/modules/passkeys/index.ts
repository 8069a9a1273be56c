import { AppError } from '@avouch/contract'
import type { Background } from '../../platform/background.ts'
import type { Keys } from '../../platform/keyring.ts'
import { createChallenges } from './challenges.ts'
import { OwnPasskeys } from './own-passkeys.ts'
import { PasskeyLogIn } from './passkey-log-in.ts'
import { sweepChallenges } from './passkey-store.ts'
import type { RelyingParty } from './verification.ts'

export { endDoubtfulPasskeys } from './passkey-store.ts'

export const PASSKEYS: Background = { sweeps: { sweepChallenges } }

type Parts = ConstructorParameters<typeof PasskeyLogIn>[0] & ConstructorParameters<typeof OwnPasskeys>[0]
type Deps = Omit<Parts, 'challenges' | 'site'> & { keys: Keys; publicUrl: string; isPossible: boolean }
export type Passkeys = ReturnType<typeof createPasskeys>

/** Passkeys of accounts, and the log-in by one. They belong to the host of the product's address. */
export function createPasskeys({ keys, publicUrl, isPossible, ...deps }: Deps) {
  const site = (): RelyingParty => {
    if (!isPossible) throw new AppError('not_found')
    return { origin: publicUrl, rpId: new URL(publicUrl).hostname }
  }
  const parts = { ...deps, site, challenges: createChallenges(keys) }
  return { passkeyLogIn: new PasskeyLogIn(parts), ownPasskeys: new OwnPasskeys(parts) }
}
