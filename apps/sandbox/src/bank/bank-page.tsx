import { depositAmount, type ReturnReason, returnOrder, WALLET_CURRENCY } from '@avouch/contract'
import type { FastifyInstance } from 'fastify'
import type { Words } from '../http/language.ts'
import { addForms, addPages, requireBearer, sendPage } from '../http/server.ts'
import { AppScreen, Entries, Entry } from '../phone/shell.tsx'
import { Button, ButtonLink, Field, Form, PostButton } from '../ui/forms.tsx'
import { Card, H1, H2, Note, P, useTexts } from '../ui/parts.tsx'
import type { Bank, Movement } from './bank.ts'

const LONGEST_REFERENCE = 140
const AMOUNT = /^([0-9]{1,6})(?:[.,]([0-9]{1,2}))?$/
const MOST_EUROS = 100_000
const CENTS = 100

export const REASONS: Readonly<Record<ReturnReason, Words>> = {
  unknown_reference: 'the reference is unknown|der Verwendungszweck ist unbekannt',
  maintenance: 'no deposits during maintenance|keine Einzahlungen während der Wartung',
  balance_limit: 'the wallet would hold too much|das Guthaben würde zu groß',
  account_closed: 'the account was closed|das Konto wurde geschlossen',
  foreign_currency: 'wallets hold another currency|das Guthaben hat eine andere Währung',
}

const AGAIN = { to: '/bank/report', look: 'plain', name: 'id', text: 'Report again|Noch einmal melden' } as const

function Line({ movement }: { movement: Movement }) {
  const t = useTexts()
  if ('order' in movement) {
    const { amount, currency, reason } = movement.order
    const title = t`Came back|Zurückgekommen`
    return <Entry title={title} note={t(REASONS[reason])} sum={`+${t.money(amount, currency)}`} isPlus />
  }
  const { payment_id, reference, amount, currency } = movement.event.data
  return (
    <Entry title={t`Transfer|Überweisung`} note={reference} sum={`−${t.money(amount, currency)}`}>
      {!movement.isReported && <PostButton {...AGAIN} fields={{ reference }} value={payment_id} />}
    </Entry>
  )
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
  'The product could not be told of the transfer. Report it again below.|Das Produkt hat von der Überweisung nichts erfahren. Melde sie unten noch einmal.'

type Typed = { amount: string; reference: string; pays?: string | undefined }
type Props = { typed: Typed; wrong?: readonly unknown[]; movements: readonly Movement[]; done?: string | undefined }

/** Where one pays in, and sees what comes back. */
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
    <AppScreen title={TITLE} address={`/bank?${address}`} open="bank">
      <H1 text={TITLE} />
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

/** Cents of what people write; undefined when it is no amount that the bank moves. */
export function readAmount(typed: string): number | undefined {
  const [, euros, cents = ''] = AMOUNT.exec(typed) ?? []
  if (euros === undefined) return undefined
  const amount = Number(euros) * CENTS + Number(cents.padEnd(2, '0'))
  return amount <= MOST_EUROS * CENTS && depositAmount.safeParse(amount).success ? amount : undefined
}

const outcome = (isSent: boolean, reference: string, pays?: string) =>
  `/bank?${new URLSearchParams({ done: isSent ? 'sent' : 'unsent', reference, ...(pays && { pays }) })}`

/** The bank's counter for people, and its door for the product, which sends its orders with the token. */
export function addBank(app: FastifyInstance, { bank, token }: { bank: Bank; token: string }) {
  addPages(app, {
    '/bank': ({ fields: { reference = '', amount = '', pays, done } }) => (
      <BankPage movements={bank.movements(reference)} typed={{ amount, reference, pays }} done={done} />
    ),
  })
  addForms(app, {
    '/bank': async ({ fields, reply }) => {
      const { pays } = fields
      const typed = { amount: (fields['amount'] ?? '').trim(), reference: (fields['reference'] ?? '').trim(), pays }
      const { reference } = typed
      const amount = readAmount(typed.amount)
      const isReference = reference !== '' && reference.length <= LONGEST_REFERENCE
      if (amount === undefined || !isReference) {
        const wrong = [amount === undefined && 'amount', !isReference && 'reference']
        return sendPage(reply, <BankPage {...{ typed, wrong }} movements={bank.movements(reference)} />, 422)
      }
      return outcome(await bank.pay({ amount, currency: WALLET_CURRENCY, reference }), reference, pays)
    },
    '/bank/report': async ({ fields: { id = '', reference = '' } }) => outcome(await bank.reportAgain(id), reference),
  })
  app.post('/bank/returns', { onRequest: requireBearer(token) }, async (request, reply) => {
    const order = returnOrder.safeParse(request.body)
    if (!order.success) return reply.code(400).send({ error: 'invalid_request' })
    bank.giveBack(order.data)
    return reply.code(202).send({ id: order.data.id })
  })
}
