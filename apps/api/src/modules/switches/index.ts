export { holdMaintenance } from './switch-store.ts'
export { createSwitches, type Switches } from './switches.ts'
