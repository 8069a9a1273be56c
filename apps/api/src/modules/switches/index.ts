export { holdMaintenance, Switches } from './switches.ts'
