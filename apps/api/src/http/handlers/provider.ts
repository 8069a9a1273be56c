import type { Intents } from '../../modules/intents/index.ts'
import type { Handlers } from '../route.ts'

type Jwk = Awaited<ReturnType<Handlers['jwks']>>['data']['keys'][number]
type Deps = { intents: Intents; publicKeys: Jwk[] }
type ProviderHandlers = Pick<Handlers, 'createIntent' | 'readIntent' | 'jwks'>

export const createProviderHandlers = ({ intents, publicKeys }: Deps): ProviderHandlers => ({
  async createIntent({ body, headers }, { provider }) {
    const created = await intents.create(provider, { ...body, idempotencyKey: headers['idempotency-key'] })
    return { status: 201, data: created }
  },

  readIntent: async ({ params }, { provider }) => ({ status: 200, data: await intents.read(provider, params.id) }),

  jwks: async () => ({ status: 200, data: { keys: publicKeys } }),
})
