import { InvalidVerdict, InvalidWebhook } from '@avouch/provider-sdk'
import { answers, avouch } from '../../avouch.mjs'

export async function POST(request) {
  try {
    // The signature is over the bytes as they were received.
    const { intent_id, verdict } = avouch().webhooks.open(await request.text(), request.headers).data
    if (verdict !== null) {
      const { result, reference } = await avouch().verdicts.verify(verdict, intent_id)
      answers.set(reference, result)
    }
    return new Response(null, { status: 204 })
  } catch (error) {
    console.error(error.message)
    const status = error instanceof InvalidWebhook ? 401 : error instanceof InvalidVerdict ? 422 : 503
    return new Response(null, { status })
  }
}
