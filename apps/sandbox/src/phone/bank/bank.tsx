import * as api from '@avouch/contract'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Words } from '../../http/language.ts'
import { addForms, addPages, type Log, requireBearer, sendPage } from '../../http/server.ts'
import { AppScreen, Entries, Entry } from '../shell.tsx'
import { Button, ButtonLink, Field, Form } from '../../ui/forms.tsx'
import { Card, H2, Note, P, useTexts } from '../../ui/parts.tsx'
import { createSender, randomId } from '../../webhook.ts'

const PAUSES_MS = [700, 700]

/** Transfers that are reported to the product, and those that it sent back. */
export const movement = z.union([z.object({ event: api.bankEvent }), z.object({ order: api.returnOrder })])
export type Movement = z.infer<typeof movement>

type Deps = { apiUrl: string; callbackSecret: string; movements: Map<string, Movement>; clock: () => Date; log: Log }

/** The bank of the product: takes transfers, reports them by signed message, and sends back what the product orders. */
function createBank({ apiUrl, callbackSecret: secret, movements, clock, log }: Deps) {
  const send = createSender({ url: apiUrl + api.bankCallback.path, secret, clock, pauses: PAUSES_MS })

  return {
    /** Makes a transfer, unless it cannot be reported to the product. @returns false then */
    async pay(transfer: Omit<api.BankEvent['data'], 'payment_id'>): Promise<boolean> {
      const data = { payment_id: randomId('pay_'), ...transfer }
      const event: api.BankEvent = { type: 'payment.received', timestamp: clock().toISOString(), data }
      movements.set(data.payment_id, { event })
      if ((await send(`evt_${data.payment_id}`, event)) === 'delivered') return true
      movements.delete(data.payment_id)
      log('bank: a payment could not be reported')
      return false
    },
    giveBack(order: z.infer<typeof api.returnOrder>) {
      if (!movements.has(order.id)) movements.set(order.id, { order })
    },
    /** Transfers with this reference and what came back of them, the newest first. */
    movements(reference: string): Movement[] {
      const isOwn = (one: Movement | undefined): boolean =>
        one !== undefined &&
        ('event' in one ? one.event.data.reference === reference : isOwn(movements.get(one.order.payment_id)))
      return [...movements.values()].toReversed().filter(isOwn)
    },
  }
}

const LONGEST_REFERENCE = 140
const AMOUNT = /^([0-9]{1,6})(?:[.,]([0-9]{1,2}))?$/
const MOST_EUROS = 100_000
const CENTS = 100

export const REASONS: Readonly<Record<api.ReturnReason, Words>> = {
  unknown_reference: 'the reference is unknown|der Verwendungszweck ist unbekannt',
  maintenance: 'no deposits during maintenance|keine Einzahlungen während der Wartung',
  balance_limit: 'the wallet would hold too much|das Guthaben würde zu groß',
  account_closed: 'the account was closed|das Konto wurde geschlossen',
  foreign_currency: 'wallets hold another currency|das Guthaben hat eine andere Währung',
}

function Line({ movement }: { movement: Movement }) {
  const t = useTexts()
  if ('order' in movement) {
    const { amount, currency, reason } = movement.order
    const title = t`Came back|Zurückgekommen`
    return <Entry title={title} note={t(REASONS[reason])} sum={`+${t.money(amount, currency)}`} isPlus />
  }
  const { reference, amount, currency } = movement.event.data
  return <Entry title={t`Transfer|Überweisung`} note={reference} sum={`−${t.money(amount, currency)}`} />
}

const TO_THE_WALLET = 'To the wallet in the app|Zum Guthaben in der App'
const EXAMPLE = 'For example 25.00|Zum Beispiel 25,00'
const AMOUNT_FIELD = { label: 'Amount in euros|Betrag in Euro', hint: EXAMPLE, inputMode: 'decimal' } as const
const TITLE = 'Sandbox bank|Sandbox-Bank'
const ERRORS = {
  amount: 'Please enter an amount from 0.01 to 100,000.00.|Bitte einen Betrag von 0,01 bis 100.000,00 eingeben.',
  reference: `Please enter a reference of at most ${LONGEST_REFERENCE} characters.|Bitte einen Verwendungszweck mit höchstens ${LONGEST_REFERENCE} Zeichen eingeben.`,
} as const

const UNSENT =
  'The product does not answer at the moment. Nothing was sent.|Das Produkt antwortet gerade nicht. Es wurde nichts überwiesen.'

type Typed = { amount: string; reference: string; pays?: string | undefined }
type Props = { typed: Typed; wrong?: readonly unknown[]; movements: readonly Movement[]; done?: string | undefined }

function BankPage({ typed, wrong = [], movements, done }: Props) {
  const { amount, reference, pays } = typed
  const field = (name: keyof typeof ERRORS) => ({
    name,
    error: wrong.includes(name) ? ERRORS[name] : undefined,
    defaultValue: typed[name],
    required: true,
  })
  const address = new URLSearchParams({ amount, reference, ...(pays && { pays }) })
  const isDone = done === 'sent' && pays !== undefined
  return (
    <AppScreen title={TITLE} address={`/bank?${address}`} open="bank" headed>
      <P text="Sends a transfer to the product, and shows what the product sends back.|Schickt eine Überweisung an das Produkt und zeigt, was zurückkommt." />
      {done === 'sent' && <Note text="The transfer has arrived.|Die Überweisung ist angekommen." />}
      {done === 'unsent' && <Note isProblem text={UNSENT} />}
      {isDone && <ButtonLink href="/app/request" text="Back to the payment|Zurück zur Zahlung" />}
      <Form to="/bank" fields={{ pays }} noValidate>
        <Field {...field('amount')} {...AMOUNT_FIELD} />
        <Field {...field('reference')} label="Reference|Verwendungszweck" />
        <Button look={isDone ? 'plain' : 'main'} text="Send the transfer|Überweisen" />
      </Form>
      <Card>
        <H2 text="Movements|Bewegungen" />
        <Entries empty="No movements yet.|Noch keine Bewegungen.">
          {movements.map((movement) => (
            <Line key={'order' in movement ? movement.order.id : movement.event.data.payment_id} movement={movement} />
          ))}
        </Entries>
      </Card>
      <ButtonLink href="/app/wallet" look="quiet" className="mt-auto" text={TO_THE_WALLET} />
    </AppScreen>
  )
}

/** Parses an amount to cents; undefined for one that the bank does not transfer. */
export function readAmount(typed: string): number | undefined {
  const [, euros, cents = ''] = AMOUNT.exec(typed) ?? []
  if (euros === undefined) return undefined
  const amount = Number(euros) * CENTS + Number(cents.padEnd(2, '0'))
  return amount <= MOST_EUROS * CENTS && api.depositAmount.safeParse(amount).success ? amount : undefined
}

/** Serves the bank's page for people, and its endpoint for the product's orders, which come with the token. */
export function addBank(app: FastifyInstance, { token, ...deps }: Deps & { token: string }) {
  const bank = createBank(deps)
  addPages(app, {
    '/bank': ({ fields: { reference = '', amount = '', pays, done } }) => (
      <BankPage movements={bank.movements(reference)} typed={{ amount, reference, pays }} done={done} />
    ),
  })
  addForms(app, {
    '/bank': async ({ fields, reply }) => {
      const { pays, at_once: atOnce } = fields
      const typed = { amount: (fields['amount'] ?? '').trim(), reference: (fields['reference'] ?? '').trim(), pays }
      const { reference } = typed
      const amount = readAmount(typed.amount)
      const isReference = reference !== '' && reference.length <= LONGEST_REFERENCE
      if (amount === undefined || !isReference) {
        const wrong = [amount === undefined && 'amount', !isReference && 'reference']
        return sendPage(reply, <BankPage {...{ typed, wrong }} movements={bank.movements(reference)} />, 422)
      }
      const isSent = await bank.pay({ amount, currency: api.WALLET_CURRENCY, reference })
      if (isSent && atOnce) return pays ? '/app/request' : '/app/wallet'
      return `/bank?${new URLSearchParams({ done: isSent ? 'sent' : 'unsent', reference, ...(pays && { pays }) })}`
    },
  })
  app.post('/bank/returns', { onRequest: requireBearer(token) }, async (request, reply) => {
    const order = api.returnOrder.safeParse(request.body)
    if (!order.success) return reply.code(400).send({ error: 'invalid_request' })
    bank.giveBack(order.data)
    return reply.code(202).send({ id: order.data.id })
  })
}
