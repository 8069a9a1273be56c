import { inRoot } from '../setup/paths.mjs'
import { TempResources } from '../setup/temp-resources.mjs'

/** Two weeks of people and attackers against the product's own limits of PINs, codes and SMS: who is refused, and what it costs. */
export async function main() {
  const resources = new TempResources()
  try {
    return await resources.start(process.execPath, [inRoot('apps/api/test/sim/sim.ts')]).exited
  } finally {
    await resources.close()
  }
}
