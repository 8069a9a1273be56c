export { createSwitches, type Switches } from './switches.ts'
