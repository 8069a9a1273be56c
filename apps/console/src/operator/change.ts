import { announce } from '#ui/announce.tsx'
import { operatorIsOld } from './queries.ts'

/** Makes a change, says that it is made, and has the pages asked for again. */
export async function change(make: () => Promise<unknown>, said: string): Promise<void> {
  await make()
  announce(said)
  await operatorIsOld()
}
