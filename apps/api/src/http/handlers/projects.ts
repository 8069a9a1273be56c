import { AppError } from '@avouch/contract'
import type { CheckLog, Figures, Intents } from '../../modules/intents/index.ts'
import type { Projects } from '../../modules/providers/index.ts'
import type { Staff } from '../../modules/staff/index.ts'
import type { DeliveryLog } from '../../modules/webhooks/index.ts'
import type { Handlers } from '../route.ts'

type Deps = {
  projects: Projects
  staff: Staff
  deliveries: DeliveryLog
  checks: CheckLog
  figures: Figures
  intents: Intents
}
/** Test intents of a project, as its people force their outcomes. */
const asTester = (providerId: string) =>
  ({ providerId, live: false, scopes: ['intents:read', 'intents:write'] }) as const

/** A provider's project, as its people set it up and watch it. */
export const createProjectHandlers = ({ projects, staff, deliveries, checks, figures, intents }: Deps) =>
  ({
    async adminCreateProject({ body }, { session }) {
      if (session.role === 'support') throw new AppError('insufficient_scope')
      const id = await staff.ownProjects.create(session.staffId, body.name)
      return { status: 201, data: await projects.read(id) }
    },
    adminReadProject: async ({ params }) => ({ status: 200, data: await projects.read(params.project) }),
    adminUpdateProject: async ({ params, body }) => ({
      status: 200,
      data: await projects.update(params.project, body),
    }),
    adminRequestLive: async ({ params }) => ({ status: 200, data: await projects.requestLive(params.project) }),
    adminAddRedirect: async ({ params, body }) => ({
      status: 201,
      data: await projects.addRedirect(params.project, body.uri),
    }),
    adminRemoveRedirect: async ({ params, query }) => ({
      status: 200,
      data: await projects.removeRedirect(params.project, query.uri),
    }),

    adminListKeys: async ({ params }) => ({ status: 200, data: { data: await projects.keys(params.project) } }),
    adminCreateKey: async ({ params, body }) => ({ status: 201, data: await projects.createKey(params.project, body) }),
    adminRotateKey: async ({ params, body }) => ({
      status: 201,
      data: await projects.rotateKey(params.project, params.id, body.overlap_hours),
    }),
    async adminRevokeKey({ params }) {
      await projects.revokeKey(params.project, params.id)
      return { status: 204, data: undefined }
    },

    adminSetWebhook: async ({ params, body }) => ({
      status: 200,
      data: { secret: await projects.setWebhook(params.project, body.url) },
    }),
    adminRotateWebhookSecret: async ({ params, body }) => ({
      status: 201,
      data: { secret: await projects.rotateSecret(params.project, body.overlap_hours) },
    }),
    async adminEnableWebhook({ params }) {
      await projects.enableWebhook(params.project)
      return { status: 204, data: undefined }
    },
    async adminSendTestEvent({ params }) {
      const { redirect_uris, webhook } = await projects.read(params.project)
      const [redirect_uri] = redirect_uris
      if (redirect_uri === undefined || !webhook.has_secret) throw new AppError('conflict')
      await projects.countSent(params.project, 'test-event')
      const tester = asTester(params.project)
      // Always possible, unlike what the project asks its visitors for.
      const accept = ['identity_check'] as const
      const { id } = await intents.providers.create(tester, { redirect_uri, reference: 'test event', accept })
      await intents.providers.answerTest(tester, id, 'yes')
      return { status: 201, data: { check_id: id } }
    },

    adminListDeliveries: async ({ params, query }) => ({
      status: 200,
      data: await deliveries.list(params.project, query),
    }),
    adminReadDelivery: async ({ params }) => ({ status: 200, data: await deliveries.read(params.project, params.id) }),
    async adminResendDelivery({ params }) {
      await projects.countSent(params.project, 'event-again')
      return { status: 200, data: await deliveries.resend(params.project, params.id) }
    },
    async adminResendFailed({ params, body }) {
      await projects.countSent(params.project, 'event-again')
      return { status: 200, data: { resent: await deliveries.resendFailed(params.project, new Date(body.since)) } }
    },

    adminListChecks: async ({ params, query }) => ({ status: 200, data: await checks.list(params.project, query) }),
    adminReadCheck: async ({ params }) => ({ status: 200, data: await checks.read(params.project, params.id) }),
    adminConversion: async ({ params, query }) => ({
      status: 200,
      data: await figures.conversion(params.project, query.mode ?? 'live'),
    }),
    adminUsage: async ({ params }) => ({ status: 200, data: await figures.usage(params.project) }),
    async adminAnswerCheck({ params, body }) {
      const { check } = await checks.read(params.project, params.id)
      if (check.live) throw new AppError('test_key_required')
      await intents.providers.answerTest(asTester(params.project), params.id, body.result)
      return { status: 200, data: (await checks.read(params.project, params.id)).check }
    },
  }) satisfies Partial<Handlers>
