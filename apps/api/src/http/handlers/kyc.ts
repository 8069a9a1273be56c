import { AppError } from '@avouch/contract'
import type { Kyc } from '../../modules/kyc/index.ts'
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
      const { accountId, kycStatus: status } = session
      return { status: 200, data: { result: { status, ...(await kyc.checks.progressOf(accountId, status)) } } }
    },

    async kycCallback({ body }, _caller, request) {
      const applied = await kyc.outcomes.receive(String(request.headers['webhook-id']), body)
      if (applied === 'unknown_check') throw new AppError('not_found')
      request.log.info({ applied }, 'identity check reported')
      return { status: 200, data: { received: true } }
    },
  }) satisfies Partial<Handlers>
