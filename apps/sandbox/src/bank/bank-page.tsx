import type { ReturnReason } from '@avouch/contract'
import { money, type Words } from '../http/language.ts'
import { AppScreen, Entries, Entry, Note } from '../phone/app/parts.tsx'
import { Button, ButtonLink, Card, Field, Hidden, P, PostButton } from '../ui/parts.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'
import type { Movement } from './bank.ts'

type Props = {
  typed: { amount: string; reference: string; wrong?: readonly unknown[]; pays?: string | undefined }
  movements: readonly Movement[]
  done?: 'sent' | 'unsent' | undefined
}

export const REASONS: Readonly<Record<ReturnReason, Words>> = {
  unknown_reference: 'the reference is unknown|der Verwendungszweck ist unbekannt',
  maintenance: 'no deposits during maintenance|keine Einzahlungen während der Wartung',
  balance_limit: 'the wallet would hold too much|das Guthaben würde zu groß',
  account_closed: 'the account was closed|das Konto wurde geschlossen',
  foreign_currency: 'wallets hold another currency|das Guthaben hat eine andere Währung',
}

function Line({ movement }: { movement: Movement }) {
  const t = useTexts()
  const language = useLanguage()
  if ('order' in movement) {
    const { amount, currency, reason } = movement.order
    const sum = `+${money(amount, currency, language)}`
    return <Entry title={t`Came back|Zurückgekommen`} note={t(REASONS[reason])} sum={sum} isPlus />
  }
  const { payment_id, reference, amount, currency } = movement.event.data
  return (
    <Entry title={t`Transfer|Überweisung`} note={reference} sum={`−${money(amount, currency, language)}`}>
      {!movement.isReported && (
        <PostButton to="/bank/report" fields={{ reference }} look="plain" name="id" value={payment_id}>
          {t`Report again|Noch einmal melden`}
        </PostButton>
      )}
    </Entry>
  )
}

/** Where one pays in, and sees what comes back. */
export function BankPage({ typed, movements, done }: Props) {
  const t = useTexts()
  const title = t`Sandbox bank|Sandbox-Bank`
  const errors = {
    amount: t`Please enter an amount from 0.01 to 100,000.00.|Bitte einen Betrag von 0,01 bis 100.000,00 eingeben.`,
    reference: t`Please enter a reference of at most 140 characters.|Bitte einen Verwendungszweck mit höchstens 140 Zeichen eingeben.`,
  }
  const field = (name: keyof typeof errors) => ({
    name,
    error: typed.wrong?.includes(name) ? errors[name] : undefined,
    defaultValue: typed[name],
    required: true,
  })
  const { amount, reference, pays } = typed
  const address = `/bank?${new URLSearchParams({ amount, reference, ...(pays && { pays }) })}`
  const isDone = done === 'sent' && pays !== undefined
  return (
    <AppScreen title={title} address={address} open="bank">
      <h1 className="text-title">{title}</h1>
      <P text="Sends a transfer to the product, and shows what the product sends back.|Schickt eine Überweisung an das Produkt und zeigt, was zurückkommt." />
      {done === 'sent' && <Note>{t`The transfer has arrived.|Die Überweisung ist angekommen.`}</Note>}
      {done === 'unsent' && (
        <Note isProblem>
          {t`The product could not be told of the transfer. Report it again below.|Das Produkt hat von der Überweisung nichts erfahren. Melde sie unten noch einmal.`}
        </Note>
      )}
      {isDone && <ButtonLink href="/app/request">{t`Back to the payment|Zurück zur Zahlung`}</ButtonLink>}
      <form className="grid gap-4" method="post" action="/bank" noValidate>
        <Hidden fields={{ pays }} />
        <Field
          {...field('amount')}
          label={t`Amount in euros|Betrag in Euro`}
          hint={t`For example 25.00|Zum Beispiel 25,00`}
          inputMode="decimal"
        />
        <Field {...field('reference')} label={t`Reference|Verwendungszweck`} />
        <Button look={isDone ? 'plain' : 'main'}>{t`Send the transfer|Überweisen`}</Button>
      </form>
      <Card>
        <h2 className="text-xl">{t`Movements|Bewegungen`}</h2>
        <Entries empty={t`No movements yet.|Noch keine Bewegungen.`}>
          {movements.map((movement) => (
            <Line key={'order' in movement ? movement.order.id : movement.event.data.payment_id} movement={movement} />
          ))}
        </Entries>
      </Card>
      <ButtonLink href="/app/wallet" look="quiet" className="mt-auto">
        {t`To the wallet in the app|Zum Guthaben in der App`}
      </ButtonLink>
    </AppScreen>
  )
}
