import { randomUUID } from 'node:crypto'
import express from 'express'
import { createAvouch, InvalidVerdict, InvalidWebhook } from '@avouch/provider-sdk'

const { AVOUCH_URL, AVOUCH_API_URL, AVOUCH_ID, AVOUCH_KEY, AVOUCH_WEBHOOK_SECRET, SHOP_URL, PORT } = process.env
const avouch = createAvouch({
  url: AVOUCH_URL,
  apiUrl: AVOUCH_API_URL,
  apiKey: AVOUCH_KEY,
  providerId: AVOUCH_ID,
  webhookSecret: AVOUCH_WEBHOOK_SECRET,
})
const app = express()

/** Visit → { intent, answer }. Yours is a database. */
const visits = new Map()
const visitOf = (request) => /(?:^|; )visit=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]

const PAGES = { yes: 'The film', no: 'This film is for adults.' }
const GATE = '<form method="post" action="/age-check"><button>Confirm that you are 18</button></form>'
const film = (request, response) => response.send(PAGES[visits.get(visitOf(request))?.answer] ?? GATE)
app.get('/', film)
app.get('/back', film)

app.post('/age-check', async (request, response) => {
  const visit = visitOf(request) ?? randomUUID()
  // The same key gives the same intent: a second click creates no second one.
  let intent = await avouch.intents.create({ redirect_uri: `${SHOP_URL}/back`, reference: visit }, visit)
  if (['expired', 'cancelled'].includes(intent.status))
    intent = await avouch.intents.create({ redirect_uri: `${SHOP_URL}/back`, reference: visit }, randomUUID())
  visits.set(visit, { ...visits.get(visit), intent: intent.id })
  response.cookie('visit', visit, { httpOnly: true, sameSite: 'lax', secure: SHOP_URL.startsWith('https:') })
  // The language of your page goes along: the visitor reads on in it.
  response.redirect(303, `${intent.url}&lng=en`)
})

// The signature is over the bytes as they were received: no JSON parser in front of this route.
app.post('/webhooks/avouch', express.raw({ type: '*/*' }), async (request, response) => {
  const { intent_id, verdict } = avouch.webhooks.open(request.body, request.headers).data
  if (verdict !== null) {
    const { result, reference } = await avouch.verdicts.verify(verdict, intent_id)
    const known = visits.get(reference)
    if (known !== undefined) visits.set(reference, { ...known, answer: result })
  }
  response.sendStatus(204)
})

app.use((error, _request, response, _next) => {
  console.error(error.message)
  response.sendStatus(error instanceof InvalidWebhook ? 401 : error instanceof InvalidVerdict ? 422 : 503)
})

app.listen(Number(PORT))
