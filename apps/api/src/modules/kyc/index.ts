export { createKyc, type Kyc } from './kyc.ts'
export { SWEEP_STOPS } from './registration-stop-store.ts'
export { createRegistrationStops } from './registration-stops.ts'
