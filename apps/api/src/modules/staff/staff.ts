import { OPERATOR_ROLES, type OperatorRole, PROJECT_ROLES, type ProjectRole } from '@avouch/contract'
import type { Client } from '../../platform/client.ts'
import type { PinHasher } from '../accounts/index.ts'
import type { StaffDeps } from './deps.ts'
import { confirmEnrolment, enrol, foundProject } from './enrolment.ts'
import { acceptInvitation, type Invited, invite, listInvitations, readInvitation, withdraw } from './invitations.ts'
import { listMembers, listOperators, setMember, setOperator } from './members.ts'
import { createPasswords } from './passwords.ts'
import { authenticate, describePerson, roleIn, signOut, type StaffSession } from './sessions.ts'
import { changePassword, renewRecoveryCodes, signIn } from './sign-in.ts'

type Settings = Omit<StaffDeps, 'passwords'> & { hasher: PinHasher }
export type Staff = ReturnType<typeof createStaff>

/** People at the consoles: providers' and the operator's. They share nothing with visitors' accounts. */
export function createStaff({ hasher, ...settings }: Settings) {
  const deps: StaffDeps = { ...settings, passwords: createPasswords({ keys: settings.keys, hasher }) }
  return {
    enrol: (given: Parameters<typeof enrol>[1], client: Client) => enrol(deps, given, client),
    confirmEnrolment: (sealed: string, code: string) => confirmEnrolment(deps, sealed, code),
    signIn: (given: Parameters<typeof signIn>[1], client: Client) => signIn(deps, given, client),
    authenticate: (token: string) => authenticate(deps, token),
    roleIn: (staffId: string, providerId: string) => roleIn(deps, staffId, providerId),
    describe: (staffId: string, expiresAt: Date) => describePerson(deps, staffId, expiresAt),
    signOut: (session: StaffSession) => signOut(deps, session),
    changePassword: (session: StaffSession, given: { password: string; code: string; next: string }, client: Client) =>
      changePassword(deps, session, given, client),
    renewRecoveryCodes: (session: StaffSession, given: { password: string; code: string }, client: Client) =>
      renewRecoveryCodes(deps, session, given, client),
    invite: (invited: Invited, invitedBy: string | null) => invite(deps, invited, invitedBy),
    foundProject: (staffId: string, name: string) => foundProject(deps, staffId, name),
    readInvitation: (secret: string) => readInvitation(deps, secret),
    acceptInvitation: (session: StaffSession, secret: string) => acceptInvitation(deps, session, secret),
    memberInvitations: (providerId: string) => listInvitations(deps, providerId, PROJECT_ROLES),
    operatorInvitations: () => listInvitations(deps, null, OPERATOR_ROLES),
    withdrawInvitation: (id: string, providerId: string | null) => withdraw(deps, id, providerId),
    members: (providerId: string) => listMembers(deps, providerId),
    setMember: (providerId: string, staffId: string, role: ProjectRole | null) =>
      setMember(deps, providerId, staffId, role),
    operators: () => listOperators(deps),
    setOperator: (staffId: string, role: OperatorRole | null) => setOperator(deps, staffId, role),
  }
}
