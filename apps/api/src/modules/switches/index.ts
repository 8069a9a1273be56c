export { lockMaintenance, Switches } from './switches.ts'
