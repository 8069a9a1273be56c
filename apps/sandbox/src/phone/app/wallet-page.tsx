import {
  type DepositInstructions,
  isolated,
  type WalletBalance,
  type WalletEntry,
  type WalletEntryKind,
} from '@avouch/contract'
import { moment, money, type Words } from '../../http/language.ts'
import { ButtonLink, Card, NEW_TAB, Paragraph, Rows } from '../../ui/parts.tsx'
import { useLanguage, useTexts } from '../../ui/texts.ts'
import { AppScreen, AtTheEnd, Entries, Entry } from './parts.tsx'
import { paymentsOnce } from './wallet-history.ts'

const KINDS: Readonly<Record<WalletEntryKind, Words>> = {
  deposit: ['Deposit', 'Einzahlung'],
  return: ['Returned to the bank', 'Zurück an die Bank'],
  reservation: ['Set aside', 'Zurückgelegt'],
  release: ['Free again', 'Wieder frei'],
  payment: ['Payment', 'Zahlung'],
  refund: ['Refund', 'Erstattung'],
}

function Deposit({ deposit }: { deposit: DepositInstructions }) {
  const t = useTexts()
  const language = useLanguage()
  const { reference, iban, account_holder, open, max_balance, currency } = deposit
  const most = money(max_balance, currency, language)
  const rows = [
    [t('Reference', 'Verwendungszweck'), reference],
    [t('IBAN'), iban],
    [t('Account holder', 'Kontoinhaber'), account_holder],
  ] as const
  return (
    <Card>
      <h2 className="text-xl">{t('Top up', 'Aufladen')}</h2>
      {open ? (
        <Paragraph
          en="Send a bank transfer with this reference. It arrives by itself."
          de="Überweise mit diesem Verwendungszweck. Das Geld kommt von selbst an."
        />
      ) : (
        <Paragraph
          en="No deposits right now: maintenance. What you send goes back."
          de="Gerade keine Einzahlungen: Wartung. Was du schickst, geht zurück."
        />
      )}
      <Rows rows={rows.filter(([, value]) => value !== null)} />
      <ButtonLink href={`/bank?${new URLSearchParams({ reference, lang: language })}`} look="plain" {...NEW_TAB}>
        {t('Open the sandbox bank', 'Sandbox-Bank öffnen')}
      </ButtonLink>
      <Paragraph
        en={`A wallet holds ${most} at most; more goes back.`}
        de={`Mehr als ${most} fasst das Guthaben nicht; was darüber liegt, geht zurück.`}
        className="text-small text-soft"
      />
    </Card>
  )
}

function WalletLine({ entry }: { entry: WalletEntry }) {
  const t = useTexts()
  const language = useLanguage()
  const { kind, at, available_change, reserved_change, currency, provider, description } = entry
  const change = available_change === 0 ? reserved_change : available_change
  const about = [provider?.name, description].flatMap((text) => (text ? [isolated(text)] : []))
  const when = moment(at, language, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
  return (
    <Entry
      title={t(...KINDS[kind])}
      note={[...about, when].join(' · ')}
      sum={`${change > 0 ? '+' : ''}${money(change, currency, language)}`}
      isPlus={change > 0}
    />
  )
}

type WalletPageProps = {
  balance: WalletBalance
  deposit: DepositInstructions
  entries: readonly WalletEntry[]
  older: string | null
  version: string
}

/** What there is, how more comes, and what happened. */
export function WalletPage({ balance, deposit, entries, older, version }: WalletPageProps) {
  const t = useTexts()
  const language = useLanguage()
  const title = t('Wallet', 'Guthaben')
  const available = money(balance.available, balance.currency, language)
  const reserved = money(balance.reserved, balance.currency, language)
  return (
    <AppScreen address="/app/wallet" title={title} live={{ version, pollMs: 5_000 }}>
      <h1 className="text-title">{title}</h1>
      <div className="rounded-card bg-tint px-5 py-4 text-center">
        <p>{t('Available', 'Verfügbar')}</p>
        <p className="text-4xl font-bold tabular-nums">{available}</p>
        {balance.reserved > 0 && (
          <p>{t(`${reserved} set aside for payments`, `${reserved} für Zahlungen zurückgelegt`)}</p>
        )}
      </div>
      <Deposit deposit={deposit} />
      <Card>
        <h2 className="text-xl">{t('History', 'Verlauf')}</h2>
        <Entries empty={t('Nothing has happened yet.', 'Noch ist nichts passiert.')}>
          {paymentsOnce(entries).map((entry) => (
            <WalletLine key={entry.id} entry={entry} />
          ))}
        </Entries>
        {older !== null && (
          <ButtonLink href={`/app/wallet?cursor=${encodeURIComponent(older)}`} look="plain">
            {t('Older', 'Ältere')}
          </ButtonLink>
        )}
      </Card>
      <AtTheEnd>
        <ButtonLink href="/app" look="quiet">
          {t('Back', 'Zurück')}
        </ButtonLink>
      </AtTheEnd>
    </AppScreen>
  )
}
