import { ACCOUNT_REVIEWERS } from '@avouch/contract'
import type { FastifyRequest } from 'fastify'
import type { Operator } from '../../modules/operator/index.ts'
import type { Handlers } from '../route.ts'
import type { StaffCaller } from '../staff-guard.ts'

type Deps = { operator: Operator }
type OperatorHandlers = Pick<
  Handlers,
  | 'adminListAttention'
  | 'adminListProviders'
  | 'adminDecideLive'
  | 'adminSuspendProvider'
  | 'adminListSwitches'
  | 'adminSetSwitch'
  | 'adminListJobs'
  | 'adminRunJob'
  | 'adminSmsSpend'
  | 'adminListSmsLimits'
  | 'adminExplainLimits'
  | 'adminReleaseLimits'
  | 'adminListHeld'
  | 'adminRestoreAccount'
  | 'adminListReviews'
  | 'adminDecideReview'
  | 'adminFindAccount'
  | 'adminLockAccount'
  | 'adminListInstallationKeys'
  | 'adminSearchAudit'
  | 'adminVerifyAudit'
>

const lookerOf = ({ session }: StaffCaller, { client }: FastifyRequest) => ({ staffId: session.staffId, client })

/** The operator's side of the consoles. */
export const createOperatorHandlers = ({ operator }: Deps): OperatorHandlers => ({
  adminListAttention: async () => ({ status: 200, data: { data: await operator.attention() } }),
  adminListProviders: async () => ({ status: 200, data: { data: await operator.providers() } }),
  adminDecideLive: async ({ params, body }) => ({
    status: 200,
    data: await operator.decideLive(params.provider, body.live),
  }),
  adminSuspendProvider: async ({ params, body }) => ({
    status: 200,
    data: await operator.suspend(params.provider, body.suspended),
  }),
  adminListSwitches: async () => ({ status: 200, data: { data: await operator.switches() } }),
  async adminSetSwitch({ params, body }) {
    await operator.setSwitch(params.name, body.value)
    return { status: 204, data: undefined }
  },
  adminListJobs: async () => ({ status: 200, data: { data: await operator.jobs() } }),
  async adminRunJob({ params }) {
    await operator.runJob(params.name)
    return { status: 204, data: undefined }
  },
  adminSmsSpend: async () => ({ status: 200, data: await operator.spend() }),
  adminListSmsLimits: async () => ({ status: 200, data: { data: await operator.smsLimits() } }),
  adminExplainLimits: async ({ body }, caller, request) => ({
    status: 200,
    data: { data: await operator.explainLimits(body.caller, lookerOf(caller, request)) },
  }),
  adminReleaseLimits: async ({ body }, caller, request) => ({
    status: 200,
    data: { data: await operator.releaseLimits(body.caller, body.rule, lookerOf(caller, request)) },
  }),
  adminListHeld: async () => ({ status: 200, data: { data: await operator.held() } }),
  async adminRestoreAccount({ params }) {
    await operator.restore(params.id)
    return { status: 204, data: undefined }
  },
  adminListReviews: async (_input, { session: { role } }) => ({
    status: 200,
    data: await operator.reviews.list(ACCOUNT_REVIEWERS.some((reviewer) => reviewer === role)),
  }),
  async adminDecideReview({ params, body }) {
    await operator.reviews.decide(params.check, body.decision)
    return { status: 204, data: undefined }
  },
  adminFindAccount: async ({ body }, caller, request) => ({
    status: 200,
    data: await operator.findAccount(body.account, lookerOf(caller, request)),
  }),
  async adminLockAccount({ params, body }) {
    await operator.lockAccount(params.id, body.locked)
    return { status: 204, data: undefined }
  },
  adminListInstallationKeys: async () => ({ status: 200, data: { data: await operator.keys() } }),
  adminSearchAudit: async ({ query }) => ({ status: 200, data: { data: await operator.searchAudit(query) } }),
  adminVerifyAudit: async ({ body }) => ({ status: 200, data: await operator.verifyAudit(body.head) }),
})
