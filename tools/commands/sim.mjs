import { inRoot } from '../setup/paths.mjs'
import { withResources } from '../setup/temp-resources.mjs'

/**
 * Weeks of people and attackers against the product's own limits of PINs, codes and SMS: who is refused, and what it costs.
 *
 * @param {string[]} [names] how the names of attacks begin; without one all of them run
 */
export const main = (names = []) =>
  withResources((resources) => resources.start(process.execPath, [inRoot('apps/api/test/sim/sim.ts'), ...names]).exited)
