import type { Background } from '../../platform/background.ts'
import { sweepStaff } from './invitation-store.ts'
import { staffSecrets } from './secrets.ts'

export { type Invited, Invitations } from './invitations.ts'
export type { StaffSession } from './staff-sessions.ts'
export { createStaff, type Staff } from './staff.ts'

export const STAFF: Background = { sweeps: { sweepStaff }, sealed: staffSecrets }
