import type { Background } from '../../platform/background.ts'
import { oidcRecords, sweepOidcRecords } from './record-store.ts'

export { OIDC_PATH } from './authorization-requests.ts'
export { unusableClients, warnOfUnusableClients } from './client-check.ts'
export { type ClientAuthMethod, SIGNING_ALGS, SUBJECT_KINDS } from './client-store.ts'
export { ClientAdministration, type ClientEntry, registerClients } from './clients.ts'
export { createOidc, type Oidc } from './oidc.ts'

export const OIDC: Background = { sweeps: { sweepOidcRecords }, sealed: oidcRecords }
