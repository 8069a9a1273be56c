export {
  devicesOfNumber,
  forgetAllDevices,
  forgetDevice,
  isKnownDevice,
  knowsDevice,
  makeKnown,
  numberKnowsDevice,
  sweepDevices,
  trimDevices,
  withKnown,
} from './device-store.ts'
