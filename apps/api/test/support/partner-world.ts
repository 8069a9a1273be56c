import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type IntentEvent, intentEvent, type ReturnOrder, returnOrder } from '@avouch/contract'
import { Webhook } from 'standardwebhooks'
import { type Sms, smsGatewayAt } from './sms-gateways.ts'

type Answering = { status: number; silent: boolean }
export type ReceivedEvent = { id: string; path: string; event: IntentEvent; signed: boolean; headers: HeaderTexts }
export type ReceivedReturn = { order: ReturnOrder; authorization: string; key: string }
type HeaderTexts = Record<string, string>

/** Each SMS gateway has its own path, below the address in the settings. */
const kindOf = (path: string): 'sms' | 'bank' | 'webhook' => {
  if (/^\/(?:second-)?sms(?:\/|$)/.test(path)) return 'sms'
  return path === '/bank/returns' ? 'bank' : 'webhook'
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

const headersOf = (request: IncomingMessage): HeaderTexts =>
  Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))

/** Verifies the message with the secret; its age is left out, because tests move the sender's clock. */
function isSigned(secret: string | undefined, headers: HeaderTexts, text: string): boolean {
  if (secret === undefined) return false
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
  const signature = new Webhook(secret).sign(headers['webhook-id'] ?? '', at, text)
  return headers['webhook-signature']?.split(' ').includes(signature) === true
}

/** The SMS gateway and the providers' webhook receivers (secrets by path), on a free port, with what they got. */
export async function startPartnerWorld(webhookSecrets: Record<string, string>) {
  const inbox: Sms[] = []
  const askedForSms: (Sms & { path: string; headers: HeaderTexts })[] = []
  const events: ReceivedEvent[] = []
  /** silent: the gateway accepts the message and never answers. */
  const answers = {
    sms: { status: 202, silent: false },
    bank: { status: 204, silent: false },
    webhook: { status: 204, silent: false },
  }
  /** Every return order that the bank got, repeats included. */
  const returns: ReceivedReturn[] = []
  /** Paths without an answer yet, and the requests that wait there. */
  const slow = new Map<string, (() => void)[]>()
  /** A gateway's answers about single numbers instead. */
  const aboutNumbers = new Map<string, Answering>()
  /** Paths with another answer. */
  const ill = new Map<string, { status: number; headers: HeaderTexts }>()
  const waiting = new Set<() => void>()

  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const text = await textOf(request)
    const path = request.url ?? ''
    const kind = kindOf(path)
    const gateway = kind === 'sms' ? smsGatewayAt(path) : undefined
    const sms = gateway?.read(text)
    const about = aboutNumbers.get(sms?.to ?? '')
    const silent = about?.silent ?? answers[kind].silent
    const status = about?.status ?? ill.get(path)?.status ?? answers[kind].status
    if (sms !== undefined) {
      askedForSms.push({ ...sms, path, headers: headersOf(request) })
      if (status < 300) inbox.push(sms)
    }
    if (kind === 'bank') {
      const { authorization = '', 'idempotency-key': key = '' } = headersOf(request)
      returns.push({ order: returnOrder.parse(JSON.parse(text)), authorization, key })
    }
    if (kind === 'webhook') {
      const headers = headersOf(request)
      const signed = isSigned(webhookSecrets[path], headers, text)
      const event = intentEvent.parse(JSON.parse(text))
      events.push({ id: headers['webhook-id'] ?? '', path, event, signed, headers })
    }
    const said = status < 300 ? gateway?.answer() : undefined
    const answer = () => void response.writeHead(status, ill.get(path)?.headers).end(said && JSON.stringify(said))
    const waitingThere = slow.get(path)
    if (waitingThere !== undefined) waitingThere.push(answer)
    else if (!silent) answer()
    for (const wake of waiting) wake()
  }
  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** Resolves when a matching message was received. */
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
    /** How often the gateway was called, whatever it answered; without the calls for some numbers. */
    timesAskedForSms: (without: readonly string[] = []) => askedForSms.filter(({ to }) => !without.includes(to)).length,
    /** Every call of a gateway about a number, whatever it answered. */
    askedAbout: (number: string) => askedForSms.filter(({ to }) => to === number),
    /** Sets what gateways answer about one number; undefined resets it. */
    answerAbout(number: string, answer: Partial<Answering> | undefined) {
      if (answer === undefined) aboutNumbers.delete(number)
      else aboutNumbers.set(number, { status: 202, silent: false, ...answer })
    },
    events,
    returns,
    returnsOf: (paymentId: string) => returns.filter(({ order }) => order.payment_id === paymentId),
    answers,
    /** By path, the secrets of the receiver. */
    secrets: webhookSecrets,
    until,
    /** Sets what the receiver at the path answers; undefined resets it. */
    illAt(path: string, status: number | undefined, headers: HeaderTexts = {}) {
      if (status === undefined) ill.delete(path)
      else ill.set(path, { status, headers })
    },
    /** The receiver at the path stops answering. @returns a function that lets it answer, waiting requests included */
    holdUp(path: string): () => void {
      slow.set(path, [])
      return () => {
        const waitingThere = slow.get(path) ?? []
        slow.delete(path)
        for (const answer of waitingThere) answer()
      }
    },
    /** The newest code that was sent to a number. */
    codeFor(number: string): string {
      const codes = inbox
        .filter(({ to }) => to === number)
        .map(({ text }) => /^(?:[0-9]{6}|[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2}) /.exec(text)?.[0].trim())
      const code = codes.findLast((found) => found !== undefined)
      if (code === undefined) throw new Error(`no code was sent to ${number}`)
      return code
    },
    sentTo: (number: string) => inbox.filter(({ to }) => to === number),
    eventsOf: (intentId: string) => events.filter(({ event }) => event.data.intent_id === intentId),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
