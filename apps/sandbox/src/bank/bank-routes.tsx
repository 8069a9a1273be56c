import { depositAmount, returnOrder, WALLET_CURRENCY } from '@avouch/contract'
import type { FastifyInstance } from 'fastify'
import { addForms, addPages, requireBearer, sendPage } from '../http/server.ts'
import type { Bank } from './bank.ts'
import { BankPage } from './bank-page.tsx'

const LONGEST_REFERENCE = 140
const AMOUNT = /^([0-9]{1,6})(?:[.,]([0-9]{1,2}))?$/
const MOST_EUROS = 100_000
const CENTS = 100

/** Cents of what people write; undefined when it is no amount that the bank moves. */
export function readAmount(typed: string): number | undefined {
  const [, euros, cents = ''] = AMOUNT.exec(typed) ?? []
  if (euros === undefined) return undefined
  const amount = Number(euros) * CENTS + Number(cents.padEnd(2, '0'))
  return amount <= MOST_EUROS * CENTS && depositAmount.safeParse(amount).success ? amount : undefined
}

/** The bank's counter for people, and its door for the product, which sends its orders with the token. */
export function addBank(app: FastifyInstance, { bank, token }: { bank: Bank; token: string }) {
  addPages(app, {
    '/bank': async ({ reference = '', amount = '', pays, done }, _request, reply) => {
      const outcome = done === 'sent' || done === 'unsent' ? done : undefined
      const typed = { amount, reference, pays }
      return sendPage(reply, <BankPage movements={bank.movements(reference)} typed={typed} done={outcome} />)
    },
  })

  addForms(app, {
    '/bank': async (fields, _request, reply) => {
      const { pays } = fields
      const typed = { amount: (fields['amount'] ?? '').trim(), reference: (fields['reference'] ?? '').trim(), pays }
      const amount = readAmount(typed.amount)
      const isReference = typed.reference !== '' && typed.reference.length <= LONGEST_REFERENCE
      if (amount === undefined || !isReference) {
        const wrong = [amount === undefined && 'amount', !isReference && 'reference'] as const
        const page = <BankPage movements={bank.movements(typed.reference)} typed={{ ...typed, wrong }} />
        return sendPage(reply, page, 422)
      }
      const sent = await bank.pay({ amount, currency: WALLET_CURRENCY, reference: typed.reference })
      const done = sent ? 'sent' : 'unsent'
      const query = new URLSearchParams({ done, reference: typed.reference, ...(pays && { pays }) })
      return reply.redirect(`/bank?${query}`, 303)
    },
    '/bank/report': async (fields, _request, reply) => {
      const sent = await bank.reportAgain(fields['id'] ?? '')
      const query = new URLSearchParams({ done: sent ? 'sent' : 'unsent', reference: fields['reference'] ?? '' })
      return reply.redirect(`/bank?${query}`, 303)
    },
  })

  app.post('/bank/returns', { onRequest: requireBearer(token) }, async (request, reply) => {
    const order = returnOrder.safeParse(request.body)
    if (!order.success) return reply.code(400).send({ error: 'invalid_request' })
    bank.giveBack(order.data)
    return reply.code(202).send({ id: order.data.id })
  })
}
