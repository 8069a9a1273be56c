import { AppError } from '@avouch/contract'
import type { Appeals } from '../../modules/appeals/index.ts'
import { CONTRADICTION_DAYS, type Kyc, progressOf } from '../../modules/kyc/index.ts'
import type { RegistrationStops } from '../../modules/sign-in/index.ts'
import type { Handlers } from '../route.ts'

type Modules = { kyc: Kyc; appeals: Appeals; stops: RegistrationStops }

export const createKycHandlers = ({ kyc, appeals, stops: { appealDays } }: Modules) =>
  ({
    kycInit: async ({ query }, { session }) => ({
      status: 200,
      data: { data: await kyc.checks.start(session.accountId, query) },
    }),

    kycReturn: async ({ params }, { session }) => ({
      status: 200,
      data: { mintid: 'isUnderAge' in session ? null : await kyc.checks.mintidOf(session.accountId, params.id) },
    }),

    async kycStatus(_input, { session }) {
      if ('isUnderAge' in session) {
        const { next } = session
        const days = next === null ? {} : { [`${next}_days`]: next === 'appeal' ? appealDays : CONTRADICTION_DAYS }
        return { status: 200, data: { result: { status: 'UNDERAGED', ...days } } }
      }
      return { status: 200, data: { result: { status: session.kycStatus, ...progressOf(session) } } }
    },

    beginAppeal: async ({ body }, _caller, { client }) => ({
      status: 200,
      data: await appeals.begin(body.appeal_token, client),
    }),

    kycReview: async (_input, { session }) => ({ status: 200, data: await kyc.reviewTimes(session.accountId) }),

    async kycCallback({ body }, _caller, request) {
      const applied = await kyc.outcomes.receive(String(request.headers['webhook-id']), body)
      if (applied === 'unknown_check') throw new AppError('not_found')
      request.log.info({ applied }, 'identity check reported')
      return { status: 200, data: { received: true } }
    },
  }) satisfies Partial<Handlers>
