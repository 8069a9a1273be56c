import type { Switches } from '../../modules/switches/index.ts'
import type { Handlers } from '../route.ts'

export const createSwitchHandlers = (switches: Switches) =>
  ({
    switches: async () => ({ status: 200, data: await switches.values() }),
  }) satisfies Partial<Handlers>
