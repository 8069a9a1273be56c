import type { Client } from '../../platform/client.ts'
import type { Limits, Wanted } from '../limits/index.ts'
import type { Pins } from '../pins/index.ts'

type Deps = {
  /** conceal: no answer says whether a number has an account. */
  mode: 'reveal' | 'conceal'
  limits: Pick<Limits, 'takeNumber' | 'wantedFor'>
  pins: Pick<Pins, 'knows'>
}
export type AccountDisclosure = ReturnType<typeof createAccountDisclosure>

/** Prevents enumeration: that a person has an account here can harm them. */
export const createAccountDisclosure = (deps: Deps) => ({
  mayRevealAccount: (phoneIdx: Buffer, client: Client) => mayRevealAccount(deps, phoneIdx, client),
  /** The same for a caller that takes the places along with others: the answer, or what there has to be room for. */
  placesOf: (phoneIdx: Buffer, client: Client, known: boolean) => placesOf(deps, phoneIdx, client, known),
})

/**
 * Whether an answer may say that the number has an account. A browser that the account knows learns nothing new from it.
 * Beyond their budget other clients are not refused, but get an answer that says nothing.
 */
async function mayRevealAccount({ mode, limits, pins }: Deps, phoneIdx: Buffer, client: Client): Promise<boolean> {
  if (await pins.knows(phoneIdx, client.device)) return true
  return mode === 'reveal' && (await limits.takeNumber('existence', client, phoneIdx))
}

function placesOf({ mode, limits }: Deps, number: Buffer, client: Client, known: boolean): boolean | Wanted[] {
  if (known || mode === 'conceal') return known
  return limits.wantedFor(['existence'], { client, number })
}
