import { AppError } from '@avouch/contract'
import { type Kyc, progressOf } from '../../modules/kyc/index.ts'
import type { Handlers } from '../route.ts'

export const createKycHandlers = ({ kyc }: { kyc: Kyc }) =>
  ({
    kycInit: async ({ query }, { session }) => ({
      status: 200,
      data: { data: await kyc.checks.start(session.accountId, query) },
    }),

    kycReturn: async ({ params }, { session }) => ({
      status: 200,
      data: { mintid: session === 'under_age' ? null : await kyc.checks.mintidOf(session.accountId, params.id) },
    }),

    async kycStatus(_input, { session }) {
      if (session === 'under_age') return { status: 200, data: { result: { status: 'UNDERAGED' } } }
      return { status: 200, data: { result: { status: session.kycStatus, ...progressOf(session) } } }
    },

    kycReview: async (_input, { session }) => ({ status: 200, data: await kyc.reviewTimes(session.accountId) }),

    async kycCallback({ body }, _caller, request) {
      const applied = await kyc.outcomes.receive(String(request.headers['webhook-id']), body)
      if (applied === 'unknown_check') throw new AppError('not_found')
      request.log.info({ applied }, 'identity check reported')
      return { status: 200, data: { received: true } }
    },
  }) satisfies Partial<Handlers>
