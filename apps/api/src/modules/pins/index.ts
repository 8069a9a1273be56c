export { createPinChoice, type PinChoice } from './choice.ts'
export { createPins, type Pins, type SealedPin } from './pins.ts'
export { ALL_DEVICES, KNOWN_DEVICE, RESERVATION_MS, type ThrottleRule, UNKNOWN_DEVICES } from './throttle.ts'
