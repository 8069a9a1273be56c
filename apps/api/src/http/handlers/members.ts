import type { Staff } from '../../modules/staff/index.ts'
import type { Handlers } from '../route.ts'

type Deps = { staff: Staff }
const shownLink = ({ id, link, expiresAt }: Awaited<ReturnType<Staff['invitations']['add']>>) => ({
  id,
  link,
  expires_at: expiresAt.toISOString(),
})

/** The people of a project, and of the operator. */
export const createMemberHandlers = ({ staff }: Deps) =>
  ({
    adminListMembers: async ({ params }) => ({
      status: 200,
      data: {
        data: await staff.members.ofProject(params.project),
        invitations: await staff.invitations.ofProject(params.project),
      },
    }),
    adminInviteMember: async ({ params, body }, { session }) => ({
      status: 201,
      data: shownLink(await staff.invitations.add({ providerId: params.project, role: body.role }, session.staffId)),
    }),
    async adminWithdrawMemberInvitation({ params }) {
      await staff.invitations.withdraw(params.id, params.project)
      return { status: 204, data: undefined }
    },
    async adminSetMember({ params, body }) {
      await staff.members.set(params.project, params.id, body.role)
      return { status: 204, data: undefined }
    },
    async adminRemoveMember({ params }) {
      await staff.members.set(params.project, params.id, null)
      return { status: 204, data: undefined }
    },
    adminListStaff: async () => ({
      status: 200,
      data: { data: await staff.members.operators(), invitations: await staff.invitations.ofOperator() },
    }),
    adminInviteStaff: async ({ body }, { session }) => ({
      status: 201,
      data: shownLink(await staff.invitations.add({ providerId: null, role: body.role }, session.staffId)),
    }),
    async adminSetStaff({ params, body }) {
      await staff.members.setOperator(params.id, body.role)
      return { status: 204, data: undefined }
    },
  }) satisfies Partial<Handlers>
