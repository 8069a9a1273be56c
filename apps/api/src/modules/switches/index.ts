export { holdMaintenance } from './switch-store.ts'
export { Switches } from './switches.ts'
