import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { opaqueId, timestamp } from '../values.ts'
import { inProject, ofProject } from './projects.ts'
import { INSTALLATION_READERS, OPERATOR_ROLES, OPERATORS, OWNERS, PROJECT_ROLES, READERS } from './roles.ts'

const listed = <Role extends z.ZodMiniType>(role: Role) =>
  z.object({
    data: z.array(
      z.object({
        id: z.string(),
        email: z.string(),
        role,
        since: timestamp,
        /** null: unknown, because no session is left. */
        last_seen_at: z.nullable(timestamp),
      }),
    ),
    /** Links that no one has taken yet. */
    invitations: z.array(z.object({ id: z.string(), role, created_at: timestamp, expires_at: timestamp })),
  })

const invited = z.object({
  id: z.string(),
  /** Shown this once, to be handed over: no mail is sent. */
  link: z.string(),
  expires_at: timestamp,
})

export const adminListMembers = endpoint({
  method: 'GET',
  path: '/admin/v1/projects/:project/members',
  summary: 'The people of a project, and the invitations that no one has taken yet.',
  auth: 'staff',
  roles: READERS,
  limit: 'staff',
  params: ofProject,
  answers: { 200: listed(z.enum(PROJECT_ROLES)) },
  errors: [],
})

export const adminInviteMember = endpoint({
  method: 'POST',
  path: '/admin/v1/projects/:project/invitations',
  summary: 'Makes a one-time link for one more person.',
  auth: 'staff',
  roles: OWNERS,
  limit: 'staff',
  params: ofProject,
  body: z.object({ role: z.enum(PROJECT_ROLES) }),
  answers: { 201: invited },
  errors: ['required'],
})

export const adminWithdrawMemberInvitation = endpoint({
  method: 'DELETE',
  path: '/admin/v1/projects/:project/invitations/:id',
  summary: 'Ends a link that no one has taken.',
  auth: 'staff',
  roles: OWNERS,
  limit: 'staff',
  params: inProject,
  answers: { 204: null },
  errors: [],
})

export const adminSetMember = endpoint({
  method: 'PUT',
  path: '/admin/v1/projects/:project/members/:id',
  summary: 'Gives a person another role; its sessions end. The last owner stays one.',
  auth: 'staff',
  roles: OWNERS,
  limit: 'staff',
  params: inProject,
  body: z.object({ role: z.enum(PROJECT_ROLES) }),
  answers: { 204: null },
  errors: ['required', 'conflict'],
})

export const adminRemoveMember = endpoint({
  method: 'DELETE',
  path: '/admin/v1/projects/:project/members/:id',
  summary: 'Takes a person off the project; its sessions end. The last owner stays.',
  auth: 'staff',
  roles: OWNERS,
  limit: 'staff',
  params: inProject,
  answers: { 204: null },
  errors: ['conflict'],
})

export const adminListStaff = endpoint({
  method: 'GET',
  path: '/admin/v1/operator/staff',
  summary: "The operator's people, and the invitations that no one has taken yet.",
  auth: 'staff',
  roles: INSTALLATION_READERS,
  limit: 'staff',
  answers: { 200: listed(z.enum(OPERATOR_ROLES)) },
  errors: [],
})

export const adminInviteStaff = endpoint({
  method: 'POST',
  path: '/admin/v1/operator/invitations',
  summary: "Makes a one-time link for one more of the operator's people.",
  auth: 'staff',
  roles: OPERATORS,
  limit: 'staff',
  body: z.object({ role: z.enum(OPERATOR_ROLES) }),
  answers: { 201: invited },
  errors: ['required', 'conflict'],
})

export const adminSetStaff = endpoint({
  method: 'PUT',
  path: '/admin/v1/operator/staff/:id',
  summary: 'Gives a person another role of the installation, or none; its sessions end. The last operator stays one.',
  auth: 'staff',
  roles: OPERATORS,
  limit: 'staff',
  params: z.object({ id: opaqueId }),
  body: z.object({ role: z.nullable(z.enum(OPERATOR_ROLES)) }),
  answers: { 204: null },
  errors: ['required', 'conflict'],
})
