import {
  type DepositInstructions,
  isolated,
  type Language,
  type WalletBalance,
  type WalletEntry,
  type WalletEntryKind,
  type WalletReceipt,
} from '@avouch/contract'
import { moment, money, type Words } from '../../http/language.ts'
import { REASONS } from '../../bank/bank-page.tsx'
import { ButtonLink, Card, NEW_TAB, P, Rows } from '../../ui/parts.tsx'
import { useLanguage, useTexts } from '../../ui/texts.ts'
import type { Stage } from './model.ts'
import { AppScreen, AtTheEnd, Entries, Entry } from './parts.tsx'

const KINDS: Readonly<Record<WalletEntryKind, Words>> = {
  deposit: 'Deposit|Einzahlung',
  return: 'Returned to the bank|Zurück an die Bank',
  reservation: 'Set aside|Zurückgelegt',
  release: 'Free again|Wieder frei',
  payment: 'Payment|Zahlung',
  refund: 'Refund|Erstattung',
}

function Deposit({ deposit, missing }: { deposit: DepositInstructions; missing: number }) {
  const t = useTexts()
  const language = useLanguage()
  const { reference, iban, account_holder, open, max_balance, currency } = deposit
  const most = money(max_balance, currency, language)
  const amount = (missing / 100).toLocaleString(language, { minimumFractionDigits: 2, useGrouping: false })
  const rows = [
    [t`Reference|Verwendungszweck`, reference],
    [t`IBAN`, iban],
    [t`Account holder|Kontoinhaber`, account_holder],
  ] as const
  return (
    <Card>
      <h2 className="text-xl">{t`Top up|Aufladen`}</h2>
      {open ? (
        <P text="Send a bank transfer with this reference. It arrives by itself.|Überweise mit diesem Verwendungszweck. Das Geld kommt von selbst an." />
      ) : (
        <P text="No deposits right now: maintenance. What you send goes back.|Gerade keine Einzahlungen: Wartung. Was du schickst, geht zurück." />
      )}
      <Rows rows={rows.filter(([, value]) => value !== null)} />
      <ButtonLink
        href={`/bank?${new URLSearchParams({ reference, lang: language, ...(missing > 0 && { amount, pays: '1' }) })}`}
        look={missing > 0 ? 'main' : 'plain'}
        {...(missing > 0 ? {} : NEW_TAB)}
      >
        {t`Open the sandbox bank|Sandbox-Bank öffnen`}
      </ButtonLink>
      <P className="text-small text-soft">{t`A wallet holds ${most} at most; more goes back.|Mehr als ${most} fasst das Guthaben nicht; was darüber liegt, geht zurück.`}</P>
    </Card>
  )
}

/** Sums that are set aside, and freed again, stand below the balance. */
const isMove = ({ kind }: WalletEntry) => kind !== 'reservation' && kind !== 'release'
const changeIn = ({ available_change, reserved_change }: WalletEntry) =>
  available_change === 0 ? reserved_change : available_change
const changeOf = (entry: WalletEntry, language: Language) =>
  `${changeIn(entry) > 0 ? '+' : ''}${money(changeIn(entry), entry.currency, language)}`

/** One line of the history, with all that there is to know of it. */
export function ReceiptPage({ receipt }: { receipt: WalletReceipt }) {
  const { entry, transaction, reference, refunded, return_reason } = receipt
  const t = useTexts()
  const language = useLanguage()
  const title = t(KINDS[entry.kind])
  const rows = [
    [t`Shop|Laden`, entry.provider && isolated(entry.provider.name)],
    [t`For|Wofür`, entry.description && isolated(entry.description)],
    [t`Order|Bestellung`, reference],
    [t`Date|Datum`, moment(entry.at, language, { dateStyle: 'long', timeStyle: 'short' })],
    [t`Paid back so far|Bisher zurückgezahlt`, refunded !== null && money(refunded, entry.currency, language)],
    [t`Transaction|Vorgang`, transaction],
    [t`Reason|Grund`, return_reason && t(REASONS[return_reason])],
  ] as const
  return (
    <AppScreen address={`/app/wallet/receipt?id=${entry.id}`} title={title}>
      <h1 className="text-title">{title}</h1>
      <p className="text-4xl font-bold tabular-nums">{changeOf(entry, language)}</p>
      <Rows rows={rows.filter(([, value]) => value)} />
      <AtTheEnd>
        <ButtonLink href="/app/wallet" look="quiet">
          {t`Back|Zurück`}
        </ButtonLink>
      </AtTheEnd>
    </AppScreen>
  )
}

function WalletLine({ entry }: { entry: WalletEntry }) {
  const t = useTexts()
  const language = useLanguage()
  const { kind, at, provider, description } = entry
  const about = [provider?.name, description].flatMap((text) => (text ? [isolated(text)] : []))
  const when = moment(at, language, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
  return (
    <Entry
      title={<a href={`/app/wallet/receipt?id=${entry.id}`}>{t(KINDS[kind])}</a>}
      note={[...about, when].join(' · ')}
      sum={changeOf(entry, language)}
      isPlus={changeIn(entry) > 0}
    />
  )
}

type WalletPageProps = {
  balance: WalletBalance
  deposit: DepositInstructions
  entries: readonly WalletEntry[]
  older: string | null
  version: string
  /** A payment to go back to. */
  waiting: Stage<'pay'> | undefined
}

/** What there is, how more comes, and what happened. */
export function WalletPage({ balance, deposit, entries, older, version, waiting }: WalletPageProps) {
  const t = useTexts()
  const language = useLanguage()
  const title = t`Wallet|Guthaben`
  const missing = waiting?.missing ? Math.max(waiting.bill.amount - balance.available, 0) : 0
  const available = money(balance.available, balance.currency, language)
  const reserved = money(balance.reserved, balance.currency, language)
  return (
    <AppScreen address="/app/wallet" title={title} live={{ version, pollMs: 5_000 }}>
      <h1 className="text-title">{title}</h1>
      <div className="rounded-card bg-tint px-5 py-4 text-center">
        <p>{t`Available|Verfügbar`}</p>
        <p className="text-4xl font-bold tabular-nums">{available}</p>
        {balance.reserved > 0 && <p>{t`${reserved} set aside for payments|${reserved} für Zahlungen zurückgelegt`}</p>}
      </div>
      {waiting && (
        <ButtonLink href="/app/request" look={missing > 0 ? 'plain' : 'main'}>
          {t`Back to the payment|Zurück zur Zahlung`}
        </ButtonLink>
      )}
      <Deposit deposit={deposit} missing={missing} />
      <Card>
        <h2 className="text-xl">{t`History|Verlauf`}</h2>
        <Entries empty={t`Nothing has happened yet.|Noch ist nichts passiert.`}>
          {entries.filter(isMove).map((entry) => (
            <WalletLine key={entry.id} entry={entry} />
          ))}
        </Entries>
        {older !== null && (
          <ButtonLink href={`/app/wallet?cursor=${encodeURIComponent(older)}`} look="plain">
            {t`Older|Ältere`}
          </ButtonLink>
        )}
      </Card>
      <AtTheEnd>
        <ButtonLink href="/app" look="quiet">
          {t`Back|Zurück`}
        </ButtonLink>
      </AtTheEnd>
    </AppScreen>
  )
}
