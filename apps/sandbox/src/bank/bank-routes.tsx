import { createHash, timingSafeEqual } from 'node:crypto'
import { depositAmount, type Language, returnOrder, WALLET_CURRENCY } from '@avouch/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireOwnPost } from '../http/same-site.ts'
import { sendPage } from '../http/server.ts'
import type { Bank } from './bank.ts'
import { BankPage } from './bank-page.tsx'

type Options = {
  bank: Bank
  /** What the product sends its orders with. */
  token: string
  languageOf: (request: FastifyRequest, reply: FastifyReply) => Language
}
type Fields = Record<string, unknown>

const LONGEST_REFERENCE = 140
const AMOUNT = /^([0-9]{1,6})(?:[.,]([0-9]{1,2}))?$/
const MOST_EUROS = 100_000
const CENTS = 100

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
const digest = (value: string) => createHash('sha256').update(value).digest()

/** Cents of what people write; undefined when it is no amount that the bank moves. */
export function readAmount(typed: string): number | undefined {
  const [, euros, cents = ''] = AMOUNT.exec(typed) ?? []
  if (euros === undefined) return undefined
  const amount = Number(euros) * CENTS + Number(cents.padEnd(2, '0'))
  return amount <= MOST_EUROS * CENTS && depositAmount.safeParse(amount).success ? amount : undefined
}

/** The bank's counter for people, and its door for the product. */
export function addBank(app: FastifyInstance, { bank, token, languageOf }: Options) {
  const expected = digest(`Bearer ${token}`)

  app.get<{ Querystring: Fields }>('/bank', async (request, reply) => {
    const { reference, done } = request.query
    const typed = { amount: '', reference: text(reference) }
    const said = done === 'sent' || done === 'unsent' ? done : undefined
    return sendPage(reply, <BankPage {...{ typed, bank }} language={languageOf(request, reply)} done={said} />)
  })

  app.post<{ Body: Fields | undefined }>('/bank', { preHandler: requireOwnPost }, async (request, reply) => {
    const typed = { amount: text(request.body?.['amount']), reference: text(request.body?.['reference']) }
    const amount = readAmount(typed.amount)
    const wrong =
      amount === undefined
        ? 'amount'
        : typed.reference === '' || typed.reference.length > LONGEST_REFERENCE
          ? 'reference'
          : undefined
    if (amount === undefined || wrong !== undefined)
      return sendPage(
        reply,
        <BankPage typed={{ ...typed, wrong: wrong ?? 'amount' }} bank={bank} language={languageOf(request, reply)} />,
        422,
      )
    const sent = await bank.pay({ amount, currency: WALLET_CURRENCY, reference: typed.reference })
    const query = new URLSearchParams({ done: sent ? 'sent' : 'unsent', reference: typed.reference })
    return reply.redirect(`/bank?${query}`, 303)
  })

  app.post<{ Body: Fields | undefined }>('/bank/report', { preHandler: requireOwnPost }, async (request, reply) => {
    const sent = await bank.reportAgain(text(request.body?.['id']))
    return reply.redirect(`/bank?done=${sent ? 'sent' : 'unsent'}`, 303)
  })

  app.post('/bank/returns', async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected))
      return reply.code(401).header('www-authenticate', 'Bearer').send({ error: 'unauthorized' })
    const order = returnOrder.safeParse(request.body)
    if (!order.success) return reply.code(400).send({ error: 'invalid_request' })
    bank.giveBack(order.data)
    return reply.code(202).send({ id: order.data.id })
  })
}
