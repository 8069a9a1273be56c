import type { Intents } from '../../modules/intents/index.ts'
import type { Handlers } from '../route.ts'

type Deps = { intents: Intents }
type ProviderHandlers = Pick<
  Handlers,
  'createIntent' | 'readIntent' | 'listIntents' | 'cancelIntent' | 'answerTestIntent' | 'jwks'
>

export const createProviderHandlers = ({ intents }: Deps): ProviderHandlers => ({
  async createIntent({ body, headers }, { asker }) {
    const created = await intents.create(asker, { ...body, idempotencyKey: headers['idempotency-key'] })
    return { status: 201, data: created }
  },

  readIntent: async ({ params }, { asker }) => ({ status: 200, data: await intents.read(asker, params.id) }),

  listIntents: async ({ query }, { asker }) => ({ status: 200, data: await intents.list(asker, query) }),

  cancelIntent: async ({ params }, { asker }) => ({ status: 200, data: await intents.cancel(asker, params.id) }),

  answerTestIntent: async ({ params, body }, { asker }) => ({
    status: 200,
    data: await intents.answerTest(asker, params.id, body.result),
  }),

  jwks: async () => ({ status: 200, data: { keys: intents.publicKeys } }),
})
