export { createSwitches, type Switches } from './switches.ts'
export { createSwitchStore } from './switch-store.ts'
export type { SwitchStore } from './ports.ts'
