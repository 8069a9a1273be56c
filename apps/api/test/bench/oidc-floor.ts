import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import { plainAdapter } from './oidc-adapter.ts'

/**
 * The bare library, whose visitors answer yes by coming: the least that a flow costs with it, with its memory store or, where
 * DATABASE_URL names a database, with records that last. CLIENT_ID, CLIENT_SECRET, REDIRECT_URI say for whom, PORT where.
 */
const { DATABASE_URL, PORT = '', CLIENT_ID = '', CLIENT_SECRET = '', REDIRECT_URI = '', KEYS = '{}' } = process.env

const adapter = DATABASE_URL === undefined ? undefined : await plainAdapter(DATABASE_URL)
const provider = new Provider(`http://127.0.0.1:${PORT}`, {
  ...(adapter !== undefined && { adapter }),
  clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [REDIRECT_URI] }],
  jwks: JSON.parse(KEYS) as { keys: [] },
  claims: { openid: ['sub'], age: ['age_over_18'] },
  scopes: ['openid', 'age'],
  conformIdTokenClaims: false,
  cookies: { keys: ['bench'] },
  features: { devInteractions: { enabled: false }, pushedAuthorizationRequests: { enabled: true } },
  findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId, age_over_18: true }) }),
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
})

createServer((req, res) => {
  if (req.url?.startsWith('/interaction/') !== true) return void provider.callback()(req, res)
  const answer = async () => {
    const { params } = await provider.interactionDetails(req, res)
    const accountId = crypto.randomUUID()
    const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) })
    grant.addOIDCScope('openid age')
    const consent = { grantId: await grant.save() }
    await provider.interactionFinished(req, res, { login: { accountId }, consent })
  }
  answer().catch((error: Error) => res.destroy(error))
}).listen(Number(PORT), '127.0.0.1')
