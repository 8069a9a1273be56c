import { announce } from '#ui/announce.tsx'
import { operatorIsOld } from './queries.ts'

/** Makes a change, announces it, and refetches the pages. */
export async function change(make: () => Promise<unknown>, said: string): Promise<void> {
  await make()
  announce(said)
  await operatorIsOld()
}
