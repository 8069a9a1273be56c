export { createPins, type Pins, type SealedPin } from './pins.ts'
export { CLOSED_AT_FAILURES, FREE_FAILURES, RESERVATION_MS, WAIT_AFTER_FAILURES } from './throttle.ts'
