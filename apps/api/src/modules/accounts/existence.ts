import type { Client } from '../../platform/client.ts'
import type { Limits } from '../limits/index.ts'
import type { Pins } from '../pins/index.ts'

type Deps = {
  /** conceal: nobody is told, whatever they asked for. */
  mode: 'reveal' | 'conceal'
  limits: Pick<Limits, 'takeNumber'>
  pins: Pick<Pins, 'knows'>
}
export type Existence = ReturnType<typeof createExistence>

/** Decides who may learn whether a number has an account: that somebody has one here can harm them. */
export function createExistence({ mode, limits, pins }: Deps) {
  /** A browser that the number's account knows learns nothing new. Beyond their budget others are not refused, but not told. */
  async function mayTell(phoneIdx: Buffer, client: Client): Promise<boolean> {
    if (await pins.knows(phoneIdx, client.device)) return true
    return mode === 'reveal' && (await limits.takeNumber('existence', client, phoneIdx))
  }

  return { mayTell }
}
