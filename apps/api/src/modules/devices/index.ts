export {
  devicesOfNumber,
  forgetAllDevices,
  forgetDevice,
  isKnownDevice,
  knowsDevice,
  makeKnown,
  numberKnowsDevice,
  sweepDevices,
} from './device-store.ts'
