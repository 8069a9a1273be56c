export { type ClientAuthMethod, SIGNING_ALGS, SUBJECTS } from './client-store.ts'
export { type ClientAdministration, type ClientEntry, createClientAdministration } from './clients.ts'
export { createOidc, type Oidc, OIDC_PATH, type RequestProblem } from './oidc.ts'
export { sweepOidcRecords } from './record-store.ts'
