import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { createAvouch, InvalidVerdict, InvalidWebhook } from '@avouch/provider-sdk'

const { AVOUCH_URL, AVOUCH_API_URL, AVOUCH_ID, AVOUCH_KEY, AVOUCH_WEBHOOK_SECRET, SHOP_URL, PORT } = process.env
const avouch = createAvouch({
  url: AVOUCH_URL,
  apiUrl: AVOUCH_API_URL,
  apiKey: AVOUCH_KEY,
  providerId: AVOUCH_ID,
  webhookSecret: AVOUCH_WEBHOOK_SECRET,
})
const app = Fastify()
// The signature is over the bytes as they were received.
app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request, body) => body)
app.removeContentTypeParser('application/json')

/** Visit → { intent, answer }. Yours is a database. */
const visits = new Map()
const visitOf = (request) => /(?:^|; )visit=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]

const PAGES = { yes: 'The film', no: 'This film is for adults.' }
const GATE = '<form method="post" action="/age-check"><button>Confirm that you are 18</button></form>'
const film = async (request, reply) => reply.type('text/html').send(PAGES[visits.get(visitOf(request))?.answer] ?? GATE)
app.get('/', film)
app.get('/back', film)

app.post('/age-check', async (request, reply) => {
  const visit = visitOf(request) ?? randomUUID()
  // The same key gives the same intent: a second click creates no second one.
  let intent = await avouch.intents.create({ redirect_uri: `${SHOP_URL}/back`, reference: visit }, visit)
  if (['expired', 'cancelled'].includes(intent.status))
    intent = await avouch.intents.create({ redirect_uri: `${SHOP_URL}/back`, reference: visit }, randomUUID())
  visits.set(visit, { ...visits.get(visit), intent: intent.id })
  const secure = SHOP_URL.startsWith('https:') ? '; Secure' : ''
  reply.header('set-cookie', `visit=${visit}; Path=/; HttpOnly; SameSite=Lax${secure}`)
  // The language of your page goes along: the visitor reads on in it.
  return reply.redirect(`${intent.url}&lng=en`, 303)
})

app.post('/webhooks/avouch', async (request, reply) => {
  const { intent_id, verdict } = avouch.webhooks.open(request.body ?? '', request.headers).data
  if (verdict !== null) {
    const { result, reference } = await avouch.verdicts.verify(verdict, intent_id)
    const known = visits.get(reference)
    if (known !== undefined) visits.set(reference, { ...known, answer: result })
  }
  return reply.code(204).send()
})

app.setErrorHandler((error, _request, reply) => {
  console.error(error.message)
  return reply.code(error instanceof InvalidWebhook ? 401 : error instanceof InvalidVerdict ? 422 : 503).send()
})

await app.listen({ port: Number(PORT) })
