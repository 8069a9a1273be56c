import type { Intents } from '../../modules/intents/index.ts'
import type { Handlers } from '../route.ts'

type Deps = { intents: Intents }
export const createProviderHandlers = ({ intents }: Deps) =>
  ({
    async createIntent({ body, headers }, { provider }) {
      const created = await intents.providers.create(provider, { ...body, idempotencyKey: headers['idempotency-key'] })
      return { status: 201, data: created }
    },

    readIntent: async ({ params }, { provider }) => ({
      status: 200,
      data: await intents.providers.read(provider, params.id),
    }),

    listIntents: async ({ query }, { provider }) => ({
      status: 200,
      data: await intents.providers.list(provider, query),
    }),

    cancelIntent: async ({ params }, { provider }) => ({
      status: 200,
      data: await intents.providers.cancel(provider, params.id),
    }),

    answerTestIntent: async ({ params, body }, { provider }) => ({
      status: 200,
      data: await intents.providers.answerTest(provider, params.id, body.result),
    }),

    jwks: async () => ({ status: 200, data: { keys: intents.publicKeys } }),
  }) satisfies Partial<Handlers>
