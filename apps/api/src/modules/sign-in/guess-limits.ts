import { AppError } from '@avouch/contract'
import type { Client } from '../../platform/client.ts'
import type { Beside, Taken, Wanted } from '../limits/index.ts'
import type { BesideGuess, GuessSettlement } from '../pins/index.ts'
import type { Deps } from './deps.ts'

type Scope = { client: Client; number: Buffer; knownHere: boolean }
type More = { existence?: boolean | readonly Wanted[]; marks?: Beside['marks'] }
export type Gate = ReturnType<typeof gateOf>

/**
 * What limits wrong guesses by address and network, for the statement that takes the places of the guess: beyond it nothing is
 * compared. `existence`: what decides whether the answer may say that the number has an account.
 */
export function gateOf(
  { limits }: Pick<Deps, 'limits'>,
  scope: Scope,
  settlement: GuessSettlement,
  { existence = false, marks = [] }: More = {},
) {
  let reveals = existence === true
  let isPassed = false

  /** @throws AppError too_many_requests */
  async function onTaken(gate: Taken, apart: Taken): Promise<void> {
    isPassed = true
    if (typeof existence !== 'boolean') {
      reveals = 'held' in apart
      if ('refused' in apart) await limits.reached(apart.refused)
    }
    if ('refused' in gate) throw new AppError('too_many_requests', { retry_after: await limits.reached(gate.refused) })
    settlement.owe(gate.held)
  }

  const beside: BesideGuess = {
    gate: limits.wantedFor(['login-failed', 'login-numbers'], scope),
    apart: typeof existence === 'boolean' ? [] : existence,
    marks,
    onTaken,
  }
  return { beside, reveals: () => reveals, isPassed: () => isPassed }
}

/** Where no PIN is compared. @throws AppError too_many_requests */
export async function passGate({ db, counters }: Deps, { beside }: Gate): Promise<void> {
  const [gate = { held: [] }, apart = { held: [] }] = await counters.takeParts(db, [
    { wanted: beside.gate },
    { wanted: beside.apart },
  ])
  await beside.onTaken(gate, apart)
}
