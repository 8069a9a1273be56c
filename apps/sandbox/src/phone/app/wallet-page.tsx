import * as api from '@avouch/contract'
import { REASONS } from '../bank/bank.tsx'
import type { Texts, Words } from '../../http/language.ts'
import { ButtonLink, PostButton } from '../../ui/forms.tsx'
import { Card, Fold, H2, Note, P, Rows, Small, useTexts } from '../../ui/parts.tsx'
import { AppScreen, AtTheEnd, Entries, Entry } from '../shell.tsx'
import type { Stage } from './model.ts'

const KINDS: Readonly<Record<api.WalletEntryKind, Words>> = {
  deposit: 'Deposit|Einzahlung',
  return: 'Returned to the bank|Zurück an die Bank',
  reservation: 'Set aside|Zurückgelegt',
  release: 'Free again|Wieder frei',
  payment: 'Payment|Zahlung',
  refund: 'Refund|Erstattung',
}

const CLOSED =
  'No deposits right now: maintenance. What you send goes back.|Gerade keine Einzahlungen: Wartung. Was du schickst, geht zurück.'
/** Price of a ticket of the cinema, in cents. */
const TICKET = 1_250

function Deposit({ deposit, missing }: { deposit: api.DepositInstructions; missing: number }) {
  const t = useTexts()
  const { reference, iban, account_holder, open, max_balance, currency } = deposit
  const most = t.money(max_balance, currency)
  const cents = missing || TICKET
  const amount = (cents / 100).toLocaleString(t.language, { minimumFractionDigits: 2, useGrouping: false })
  const [sum, pays] = [t.money(cents, currency), missing > 0 ? '1' : undefined]
  const query = new URLSearchParams({ reference, lang: t.language, ...(pays && { amount, pays }) })
  const rows = [
    ['Reference|Verwendungszweck', reference],
    ['IBAN', iban],
    ['Account holder|Kontoinhaber', account_holder],
  ] as const
  return (
    <>
      {!open && <Note isProblem text={CLOSED} />}
      <PostButton to="/bank" fields={{ amount, reference, pays, at_once: 'yes' }}>
        {t`Add ${sum} now|Jetzt ${sum} aufladen`}
      </PostButton>
      <Fold title="By bank transfer|Per Überweisung">
        <P text="Use this reference. The money arrives by itself.|Mit diesem Verwendungszweck. Das Geld kommt von selbst an." />
        <Rows rows={rows} />
        <ButtonLink href={`/bank?${query}`} look="plain" text="Open the sandbox bank|Sandbox-Bank öffnen" />
        <Small>
          {t`A wallet holds ${most} at most; more goes back.|Mehr als ${most} fasst das Guthaben nicht; was darüber liegt, geht zurück.`}
        </Small>
      </Fold>
    </>
  )
}

/** False for sums that are reserved and released, which the balance shows. */
const isMove = ({ kind }: api.WalletEntry) => kind !== 'reservation' && kind !== 'release'
const changeIn = ({ available_change, reserved_change }: api.WalletEntry) =>
  available_change === 0 ? reserved_change : available_change
const changeOf = (entry: api.WalletEntry, t: Texts) =>
  `${changeIn(entry) > 0 ? '+' : ''}${t.money(changeIn(entry), entry.currency)}`

export function ReceiptPage({ receipt }: { receipt: api.WalletReceipt }) {
  const { entry, transaction, reference, refunded, return_reason } = receipt
  const t = useTexts()
  return (
    <AppScreen address={`/app/wallet/receipt?id=${entry.id}`} title={KINDS[entry.kind]} headed>
      <p className="text-4xl font-bold tabular-nums">{changeOf(entry, t)}</p>
      <Rows
        rows={[
          ['Shop|Laden', entry.provider && api.isolated(entry.provider.name)],
          ['For|Wofür', entry.description && api.isolated(entry.description)],
          ['Order|Bestellung', reference],
          ['Date|Datum', t.moment(entry.at, { dateStyle: 'long', timeStyle: 'short' })],
          ['Paid back so far|Bisher zurückgezahlt', refunded !== null && t.money(refunded, entry.currency)],
          ['Transaction|Vorgang', transaction],
          ['Reason|Grund', return_reason && t(REASONS[return_reason])],
        ]}
      />
      <AtTheEnd>
        <ButtonLink href="/app/wallet" look="quiet" text="Back|Zurück" />
      </AtTheEnd>
    </AppScreen>
  )
}

function WalletLine({ entry }: { entry: api.WalletEntry }) {
  const t = useTexts()
  const { kind, at, provider, description } = entry
  const about = [provider?.name, description].flatMap((text) => (text ? [api.isolated(text)] : []))
  const when = t.moment(at, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
  return (
    <Entry
      title={<a href={`/app/wallet/receipt?id=${entry.id}`}>{t(KINDS[kind])}</a>}
      note={[...about, when].join(' · ')}
      sum={changeOf(entry, t)}
      isPlus={changeIn(entry) > 0}
    />
  )
}

const TO_PAYMENT = 'Back to the payment|Zurück zur Zahlung'

type WalletPageProps = {
  balance: api.WalletBalance
  deposit: api.DepositInstructions
  entries: readonly api.WalletEntry[]
  older: string | null
  version: string
  waiting: Stage<'pay'> | undefined
}

export function WalletPage({ balance, deposit, entries, older, version, waiting }: WalletPageProps) {
  const t = useTexts()
  const missing = waiting?.missing ? Math.max(waiting.bill.amount - balance.available, 0) : 0
  const reserved = t.money(balance.reserved, balance.currency)
  return (
    <AppScreen address="/app/wallet" title="Wallet|Guthaben" live={{ version, pollMs: 5_000 }} headed>
      <div className="rounded-card bg-tint px-5 py-4 text-center">
        <p>{t`Available|Verfügbar`}</p>
        <p className="text-4xl font-bold tabular-nums">{t.money(balance.available, balance.currency)}</p>
        {balance.reserved > 0 && <p>{t`${reserved} set aside for payments|${reserved} für Zahlungen zurückgelegt`}</p>}
      </div>
      {waiting && <ButtonLink href="/app/request" look={missing > 0 ? 'plain' : 'main'} text={TO_PAYMENT} />}
      <Deposit deposit={deposit} missing={missing} />
      <Card>
        <H2 text="History|Verlauf" />
        <Entries empty="Nothing has happened yet.|Noch ist nichts passiert.">
          {entries.filter(isMove).map((entry) => (
            <WalletLine key={entry.id} entry={entry} />
          ))}
        </Entries>
        {older !== null && (
          <ButtonLink href={`/app/wallet?cursor=${encodeURIComponent(older)}`} look="plain" text="Older|Ältere" />
        )}
      </Card>
      <AtTheEnd>
        <ButtonLink href="/app" look="quiet" text="Back|Zurück" />
      </AtTheEnd>
    </AppScreen>
  )
}
