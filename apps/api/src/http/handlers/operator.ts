import { ACCOUNT_REVIEWERS, AppError } from '@avouch/contract'
import type { HeldAccounts } from '../../modules/accounts/index.ts'
import { readInstallationKeys } from '../../modules/keys/index.ts'
import type { ReviewDesk, Withdrawals } from '../../modules/kyc/index.ts'
import type { AttentionList, Jobs, ProviderStages, Upkeep, Visitors } from '../../modules/operator/index.ts'
import type { Switches } from '../../modules/switches/index.ts'
import type { Handlers } from '../route.ts'

/** The installation as the operator's people see it. It names no visitor, no number, and no website that someone visited. */
type Operator = {
  attention: AttentionList
  providers: ProviderStages
  switches: Switches
  jobs: Jobs
  upkeep: Upkeep
  visitors: Visitors
  held: HeldAccounts
  withdrawals: Withdrawals
  reviews: ReviewDesk
  keys: Parameters<typeof readInstallationKeys>[0]
}
type Deps = { operator: Operator }
/** The operator's side of the consoles. */
export const createOperatorHandlers = ({
  operator: { attention, providers, switches, jobs, upkeep, visitors, held, withdrawals, reviews, keys },
}: Deps) =>
  ({
    adminListAttention: async () => ({ status: 200, data: await attention.read() }),
    adminListProviders: async () => ({ status: 200, data: { data: await providers.list() } }),
    adminDecideLive: async ({ params, body }) => ({
      status: 200,
      data: await providers.decideLive(params.provider, body.live),
    }),
    adminSuspendProvider: async ({ params, body }) => ({
      status: 200,
      data: await providers.suspend(params.provider, body.suspended),
    }),
    adminListSwitches: async () => ({
      status: 200,
      data: {
        data: (await switches.all()).map(({ name, value, changedAt }) => ({
          name,
          value,
          changed_at: changedAt?.toISOString() ?? null,
        })),
      },
    }),
    async adminSetSwitch({ params, body }) {
      await switches.set(params.name, body.value)
      return { status: 204, data: undefined }
    },
    adminListJobs: async () => ({ status: 200, data: { data: await jobs.list() } }),
    async adminRunJob({ params }) {
      await jobs.run(params.name)
      return { status: 204, data: undefined }
    },
    adminFigures: async ({ query }) => ({ status: 200, data: await upkeep.figures(query.month) }),
    adminSmsSpend: async () => ({ status: 200, data: await upkeep.spend() }),
    adminListSmsLimits: async () => ({ status: 200, data: { data: await visitors.smsLimits() } }),
    adminExplainLimits: async ({ body }, { session }) => ({
      status: 200,
      data: { data: await visitors.explainLimits(body.caller, session.staffId) },
    }),
    adminReleaseLimits: async ({ body }, { session }) => ({
      status: 200,
      data: { data: await visitors.releaseLimits(body.caller, body.rule, session.staffId) },
    }),
    adminListHeld: async () => ({
      status: 200,
      data: { data: (await held.all()).map(({ id, eraseAfter }) => ({ id, erase_after: eraseAfter.toISOString() })) },
    }),
    async adminRestoreAccount({ params }) {
      if (!(await held.restore(params.id))) throw new AppError('conflict')
      return { status: 204, data: undefined }
    },
    async adminDecideProof({ params, body }) {
      if (!(await withdrawals.decide(params.id, body.decision, body.reason))) throw new AppError('conflict')
      return { status: 204, data: undefined }
    },
    adminListReviews: async (_input, { session: { role } }) => ({
      status: 200,
      data: await reviews.list(ACCOUNT_REVIEWERS.some((reviewer) => reviewer === role)),
    }),
    async adminDecideReview({ params, body }) {
      await reviews.decide(params.check, body.decision)
      return { status: 204, data: undefined }
    },
    adminFindAccount: async ({ body }, { session }) => ({
      status: 200,
      data: await visitors.findAccount(body.account, session.staffId),
    }),
    adminReadNumber: async ({ body }, { session }) => ({
      status: 200,
      data: await visitors.readNumber(body.number, body.country, session.staffId),
    }),
    async adminReleaseNumber({ body }, { session }) {
      await visitors.releaseNumber(body.number, body.country, session.staffId)
      return { status: 204, data: undefined }
    },
    async adminEndSessions({ params }, { session }) {
      await visitors.endSessions(params.id, session.staffId)
      return { status: 204, data: undefined }
    },
    async adminLockAccount({ params, body }) {
      await visitors.lockAccount(params.id, body.locked)
      return { status: 204, data: undefined }
    },
    adminListInstallationKeys: async () => ({ status: 200, data: { data: await readInstallationKeys(keys) } }),
    adminSearchAudit: async ({ query }) => ({ status: 200, data: await upkeep.searchAudit(query) }),
    adminVerifyAudit: async ({ body }) => ({ status: 200, data: await upkeep.verifyAudit(body.head) }),
  }) satisfies Partial<Handlers>
