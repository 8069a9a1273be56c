import { AppError } from '@avouch/contract'
import { countMisses } from './count-misses.ts'
import type { Intents } from '../../modules/intents/index.ts'
import type { Kyc } from '../../modules/kyc/index.ts'
import type { Limits } from '../../modules/limits/index.ts'
import type { Handlers } from '../route.ts'

type Deps = { kyc: Kyc; intents: Intents; limits: Pick<Limits, 'attempt'> }

type KycHandlers = Pick<
  Handlers,
  'kycInit' | 'kycStatus' | 'kycCallback' | 'intentSummary' | 'checkIntent' | 'confirmIntent'
>

export const createKycHandlers = ({ kyc, intents, limits }: Deps): KycHandlers => ({
  kycInit: async ({ query }, { session }) => ({
    status: 200,
    data: { data: await kyc.init(session.accountId, query) },
  }),

  kycStatus: async (_input, { session }) => ({
    status: 200,
    data: { result: { status: session === 'under_age' ? 'UNDERAGED' : await kyc.status(session.accountId) } },
  }),

  async kycCallback({ body }, _caller, request) {
    const applied = await kyc.report(String(request.headers['webhook-id']), body)
    if (applied === 'unknown_check') throw new AppError('not_found')
    request.log.info({ applied }, 'identity check reported')
    return { status: 200, data: { received: true } }
  },

  intentSummary: async ({ params }, _caller, { client }) => ({
    status: 200,
    data: await countMisses(limits, client, () => intents.summary(params.id)),
  }),

  checkIntent: async ({ params }, { session }) => ({
    status: 200,
    data: await intents.check(params.id, session.accountId),
  }),

  async confirmIntent({ params, body }, { session }) {
    const { repeated, outcome } = await intents.confirm(params.id, session.accountId, body.callback)
    return { status: repeated ? 202 : 200, data: outcome }
  },
})
