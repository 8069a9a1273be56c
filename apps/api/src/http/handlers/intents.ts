import type { Intents } from '../../modules/intents/index.ts'
import type { CallLimits } from '../../modules/rate-limits/index.ts'
import type { Handlers } from '../route.ts'

type Deps = { intents: Intents; calls: CallLimits }
/** The visitor's side of intents; the provider's is in provider.ts. */
export const createIntentHandlers = ({ intents, calls }: Deps) =>
  ({
    intentSummary: async ({ params }, _caller, { client, method }) => ({
      status: 200,
      data: await calls.countMisses(client, () => intents.visitors.summary(params.id, { isRead: method !== 'HEAD' })),
    }),

    checkIntent: async ({ params }, { session }) => ({
      status: 200,
      data: await intents.visitors.check(params.id, session.accountId),
    }),

    async leaveIntent({ params }, { session }, { client }) {
      await calls.countMisses(client, () => intents.visitors.leave(params.id, session?.accountId ?? null))
      return { status: 204, data: undefined }
    },

    chooseTestOutcome: async ({ params, body }, { session }, { client }) => ({
      status: 200,
      data: await calls.countMisses(client, () =>
        intents.tests.choose({ ...body, mintid: params.id, accountId: session?.accountId ?? null }),
      ),
    }),

    async readTestOutcome({ params }, { session }) {
      if ('isUnderAge' in session) return { status: 200, data: { result: { status: 'UNDERAGED' } } }
      const chosen = await intents.tests.statusOf(params.id, session.accountId)
      return { status: 200, data: { result: { status: chosen ?? session.kycStatus } } }
    },

    async confirmIntent({ params, body }, { session }) {
      const { repeated, outcome } = await intents.visitors.confirm(params.id, session.accountId, body.callback)
      return { status: repeated ? 202 : 200, data: outcome }
    },
  }) satisfies Partial<Handlers>
