export { pinLabelsOf } from './guesses.ts'
export { createPins, type Pins, type SealedPin } from './pins.ts'
export { createPinHasher } from './pin-hasher.ts'
