import type { FastifyRequest } from 'fastify'
import type { Staff } from '../../modules/staff/index.ts'
import type { Handlers } from '../route.ts'

type Deps = { staff: Staff }
type Opened = { staffId: string; token: string; expiresAt: Date }

/** People at the consoles, as they sign in and out. */
export function createStaffHandlers({ staff }: Deps) {
  const begin = (request: FastifyRequest, { staffId, token, expiresAt }: Opened) => {
    request.staffTokenFromNow = { token, expiresAt }
    return staff.sessions.describe(staffId, expiresAt)
  }
  return {
    adminEnrol: async ({ body }, _caller, { client }) => ({
      status: 201,
      data: await staff.enrolment.begin(body, client),
    }),

    async adminConfirmEnrolment({ body }, _caller, request) {
      const opened = await staff.enrolment.confirm(body.enrolment, body.code)
      return { status: 201, data: { recovery_codes: opened.codes, person: await begin(request, opened) } }
    },

    async adminSignIn({ body }, _caller, request) {
      return { status: 201, data: await begin(request, await staff.credentials.signIn(body, request.client)) }
    },

    adminMe: async (_input, { session }) => ({
      status: 200,
      data: await staff.sessions.describe(session.staffId, session.expiresAt),
    }),

    async adminSignOut(_input, { session }, request) {
      await staff.sessions.end(session)
      request.staffTokenFromNow = null
      return { status: 204, data: undefined }
    },

    async adminChangePassword({ body }, { session }, request) {
      const { password, code, new_password: next } = body
      await staff.credentials.changePassword(session, { password, code, next }, request.client)
      request.staffTokenFromNow = null
      return { status: 204, data: undefined }
    },

    adminRenewRecoveryCodes: async ({ body }, { session }, { client }) => ({
      status: 201,
      data: { recovery_codes: await staff.credentials.renewRecoveryCodes(session, body, client) },
    }),

    async adminReadInvitation({ body }) {
      const { role, providerName, expiresAt } = await staff.invitations.read(body.invitation)
      const project = providerName === null ? null : { name: providerName }
      return { status: 200, data: { role, project, expires_at: expiresAt.toISOString() } }
    },

    async adminAcceptInvitation({ body }, { session }) {
      await staff.invitations.accept(session, body.invitation)
      return { status: 200, data: await staff.sessions.describe(session.staffId, session.expiresAt) }
    },
  } satisfies Partial<Handlers>
}
