export {
  deviceClass,
  forgetAllDevices,
  forgetDevice,
  isKnownDevice,
  knowsDevice,
  makeKnown,
  numberKnowsDevice,
} from './device-store.ts'
