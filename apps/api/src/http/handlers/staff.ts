import type { FastifyRequest } from 'fastify'
import type { Staff } from '../../modules/staff/index.ts'
import type { Handlers } from '../route.ts'

type Deps = { staff: Staff }
type StaffHandlers = Pick<
  Handlers,
  | 'adminEnrol'
  | 'adminConfirmEnrolment'
  | 'adminSignIn'
  | 'adminMe'
  | 'adminSignOut'
  | 'adminChangePassword'
  | 'adminRenewRecoveryCodes'
  | 'adminReadInvitation'
  | 'adminAcceptInvitation'
>

type Opened = { staffId: string; token: string; expiresAt: Date }

/** People at the consoles, as they sign in and out. */
export function createStaffHandlers({ staff }: Deps): StaffHandlers {
  const begin = (request: FastifyRequest, { staffId, token, expiresAt }: Opened) => {
    request.staffTokenFromNow = { token, expiresAt }
    return staff.describe(staffId, expiresAt)
  }
  return {
    adminEnrol: async ({ body }, _caller, { client }) => ({ status: 201, data: await staff.enrol(body, client) }),

    async adminConfirmEnrolment({ body }, _caller, request) {
      const opened = await staff.confirmEnrolment(body.enrolment, body.code)
      return { status: 201, data: { recovery_codes: opened.codes, person: await begin(request, opened) } }
    },

    async adminSignIn({ body }, _caller, request) {
      return { status: 201, data: await begin(request, await staff.signIn(body, request.client)) }
    },

    adminMe: async (_input, { session }) => ({
      status: 200,
      data: await staff.describe(session.staffId, session.expiresAt),
    }),

    async adminSignOut(_input, { session }, request) {
      await staff.signOut(session)
      request.staffTokenFromNow = null
      return { status: 204, data: undefined }
    },

    async adminChangePassword({ body }, { session }, request) {
      const { password, code, new_password: next } = body
      await staff.changePassword(session, { password, code, next }, request.client)
      request.staffTokenFromNow = null
      return { status: 204, data: undefined }
    },

    adminRenewRecoveryCodes: async ({ body }, { session }, { client }) => ({
      status: 201,
      data: { recovery_codes: await staff.renewRecoveryCodes(session, body, client) },
    }),

    async adminReadInvitation({ body }) {
      const { role, providerName, expiresAt } = await staff.readInvitation(body.invitation)
      const project = providerName === null ? null : { name: providerName }
      return { status: 200, data: { role, project, expires_at: expiresAt.toISOString() } }
    },

    async adminAcceptInvitation({ body }, { session }) {
      await staff.acceptInvitation(session, body.invitation)
      return { status: 200, data: await staff.describe(session.staffId, session.expiresAt) }
    },
  }
}
