export { deviceClass, knowsDevice, makeKnown } from './known-devices.ts'
