export { createKyc, type Kyc } from './kyc.ts'
export { sweepStops } from './registration-stop-store.ts'
export { createRegistrationStops } from './registration-stops.ts'
export { sweepOutcomes } from './outcome-store.ts'
