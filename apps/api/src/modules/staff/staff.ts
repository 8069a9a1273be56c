import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { PinHasher } from '../accounts/index.ts'
import type { Audit } from '../audit/index.ts'
import type { Projects } from '../providers/index.ts'
import type { RateLimiter } from '../rate-limits/index.ts'
import { Enrolments } from './enrolment.ts'
import { Invitations } from './invitations.ts'
import { Members } from './members.ts'
import { OwnProjects } from './own-projects.ts'
import { Secrets } from './secrets.ts'
import { StaffSessions } from './staff-sessions.ts'
import { Credentials } from './sign-in.ts'

type Deps = {
  db: Database
  clock: Clock
  audit: Audit
  limiter: RateLimiter
  keys: Keys
  hasher: PinHasher
  productName: string
  publicUrl: string
  projects: Projects
}
export type Staff = ReturnType<typeof createStaff>

/** People at the consoles: providers' and the operator's. They share nothing with visitors' accounts. */
export function createStaff({ keys, hasher, ...deps }: Deps) {
  const secrets = new Secrets({ keys, hasher })
  const parts = { ...deps, secrets }
  const [invitations, sessions, ownProjects] = [
    new Invitations(parts),
    new StaffSessions(parts),
    new OwnProjects(parts),
  ]
  return {
    invitations,
    sessions,
    ownProjects,
    members: new Members(parts),
    credentials: new Credentials({ ...parts, sessions }),
    enrolment: new Enrolments({ ...parts, invitations, sessions, ownProjects }),
  }
}
