import type { Operator } from '../../modules/operator/index.ts'
import type { Handlers } from '../route.ts'

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
  | 'adminSmsSpend'
  | 'adminListHeld'
  | 'adminSearchAudit'
>

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
  adminSmsSpend: async () => ({ status: 200, data: await operator.spend() }),
  adminListHeld: async () => ({ status: 200, data: { data: await operator.held() } }),
  adminSearchAudit: async ({ query }) => ({ status: 200, data: { data: await operator.searchAudit(query) } }),
})
