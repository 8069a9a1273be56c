import { AppError, type Endpoint, type ProjectRole } from '@avouch/contract'
import type { FastifyRequest } from 'fastify'
import { requestContext } from '../modules/audit/index.ts'
import type { Staff, StaffSession } from '../modules/staff/index.ts'

/** A person at a console. `projectRole`: of the project in the path. */
export type StaffCaller = { session: StaffSession; projectRole: ProjectRole | undefined }

type Deps = { staff: Staff; publicUrl: string }

const projectOf = ({ params }: FastifyRequest): string => {
  const project: unknown = Reflect.get(Object(params), 'project')
  return typeof project === 'string' ? project : ''
}

/**
 * Lets a person in whose session is alive, and whose role the endpoint names. Of a project that is not the person's own
 * nothing is said, not even whether it is there.
 * @throws AppError invalid_token, foreign_origin, insufficient_scope, not_found
 */
export const createStaffGuard =
  ({ staff, publicUrl }: Deps) =>
  async (
    request: FastifyRequest,
    { method, path, roles }: Pick<Endpoint, 'method' | 'path' | 'roles'>,
  ): Promise<StaffCaller> => {
    if (request.staffToken === undefined) throw new AppError('invalid_token')
    const session = await staff.sessions.authenticate(request.staffToken)
    // A cookie comes by itself: what changes something has to name our own origin, which no other page can.
    if (method !== 'GET' && request.headers.origin !== publicUrl) throw new AppError('foreign_origin')
    const context = requestContext()
    if (context !== undefined) context.staffId = session.staffId
    const ofProject = path.includes('/:project')
    const projectRole = ofProject ? await staff.sessions.roleIn(session.staffId, projectOf(request)) : undefined
    if (ofProject && projectRole === undefined) throw new AppError('not_found')
    const role = ofProject ? projectRole : session.role
    if (roles !== undefined && (role === undefined || role === null || !roles.includes(role)))
      throw new AppError('insufficient_scope')
    return { session, projectRole }
  }
