export { createPins, type Pins, type SealedPin } from './pins.ts'
export { createPinHasher } from './pin-hasher.ts'
export { deletePinThrottles, reopenForStrangers, sweepPins } from './throttle-store.ts'
