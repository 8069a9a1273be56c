const { createHmac, generateKeyPairSync, randomBytes, sign } = require('node:crypto')

const URL_ = 'https://product.example'
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A webhook as the product signs it (Standard Webhooks), without a library. */
function signedEvent(key) {
  const body = JSON.stringify({ id: 'evt_1', type: 'intent.confirmed', data: { intent_id: 'int_1' } })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', key).update(`evt_1.${timestamp}.${body}`).digest('base64')
  return {
    body,
    headers: { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` },
  }
}

/** A verdict as the product signs it (ES256), without a library. */
function signedVerdict(privateKey) {
  const claims = { iss: URL_, aud: 'shop', sub: 's', intent_id: 'int_1', result: 'yes', live: false }
  const text = `${encode({ alg: 'ES256', kid: 'k1', typ: 'avouch-verdict+jwt' })}.${encode(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

/** The whole way of an answer: open the event, verify the verdict, refuse what was changed. */
async function isUsable({ createAvouch, InvalidWebhook }) {
  const key = randomBytes(24)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'ES256', use: 'sig' }
  const avouch = createAvouch({
    url: URL_,
    apiKey: 'avpk_test_1',
    providerId: 'shop',
    webhookSecret: `whsec_${key.toString('base64')}`,
    fetch: async () => Response.json({ keys: [jwk] }),
  })
  const { body, headers } = signedEvent(key)
  const event = avouch.webhooks.open(body, headers)
  const verdict = await avouch.verdicts.verify(signedVerdict(privateKey), event.data.intent_id)
  try {
    avouch.webhooks.open(`${body} `, headers)
    return false
  } catch (error) {
    return error instanceof InvalidWebhook && verdict.result === 'yes'
  }
}

module.exports = { isUsable }
