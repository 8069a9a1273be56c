import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type IntentEvent, intentEvent } from '@avouch/contract'
import { Webhook } from 'standardwebhooks'

export type Sms = { to: string; text: string; idempotency_key: string }
export type ReceivedEvent = { id: string; event: IntentEvent }
type Answer = { status: number }

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

const headersOf = (request: IncomingMessage) =>
  Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))

/** The SMS gateway and the provider's webhook receiver, on a free port, with what they got. */
export async function startPartnerWorld(webhookSecret: string) {
  const inbox: Sms[] = []
  const events: ReceivedEvent[] = []
  const answers = { sms: { status: 202 } as Answer, webhook: { status: 204 } as Answer }
  const waiting = new Set<() => void>()

  const server = createServer(async (request, response) => {
    const text = await textOf(request)
    const kind = request.url === '/sms' ? 'sms' : 'webhook'
    const { status } = answers[kind]
    if (kind === 'sms' && status < 300) inbox.push(JSON.parse(text) as Sms)
    if (kind === 'webhook') {
      const verified = new Webhook(webhookSecret).verify(text, headersOf(request))
      events.push({ id: String(request.headers['webhook-id']), event: intentEvent.parse(verified) })
    }
    response.writeHead(status).end()
    for (const wake of waiting) wake()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** Resolves when the world has received what is looked for. */
  async function until(arrived: () => boolean): Promise<void> {
    while (!arrived()) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(wake)
          resolve()
        }
        waiting.add(wake)
      })
    }
  }

  return {
    url,
    inbox,
    events,
    answers,
    until,
    /** The code of the newest SMS to a number. */
    codeFor(number: string): string {
      const sms = inbox.findLast(({ to }) => to === number)
      const code = sms === undefined ? undefined : /^[0-9]{6}/.exec(sms.text)?.[0]
      if (code === undefined) throw new Error(`no code was sent to ${number}`)
      return code
    },
    sentTo: (number: string) => inbox.filter(({ to }) => to === number),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
