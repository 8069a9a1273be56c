export {
  devicesOfNumber,
  forgetAllDevices,
  forgetDevice,
  isKnownDevice,
  knowsDevice,
  makeKnown,
  numberKnowsDevice,
  sweepDevices,
  trimming,
  withKnown,
} from './device-store.ts'
