import {
  type DepositInstructions,
  isolated,
  type Language,
  type WalletBalance,
  type WalletEntry,
} from '@avouch/contract'
import { AppShell } from './app-shell.tsx'
import { money } from './money.ts'
import { type WalletPhrases, walletPhrases } from './wallet-phrases.ts'

type Part = { t: WalletPhrases; language: Language }

function Deposit({ t, language, deposit }: Part & { deposit: DepositInstructions }) {
  const rows = [
    [t.reference, deposit.reference],
    [t.iban, deposit.iban],
    [t.holder, deposit.account_holder],
  ] as const
  const query = new URLSearchParams({ reference: deposit.reference, lang: language })
  return (
    <section className="card">
      <h2>{t.topUp}</h2>
      <p className="soft">{deposit.open ? t.topUpText : t.closed}</p>
      <dl>
        {rows.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="exact">{value}</dd>
            </div>
          ),
        )}
      </dl>
      <a className="button plain" href={`/bank?${query}`} target="_blank" rel="noopener">
        {t.bank}
      </a>
      <p className="hint">{t.limit(money(deposit.max_balance, deposit.currency, language))}</p>
    </section>
  )
}

function Entry({ t, language, entry }: Part & { entry: WalletEntry }) {
  const { kind, at, available_change, reserved_change, currency, provider, description } = entry
  const change = available_change === 0 ? reserved_change : available_change
  const about = [provider?.name, description].flatMap((text) => (text ? [isolated(text)] : []))
  const when = new Date(at).toLocaleString(language === 'de' ? 'de-DE' : 'en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  return (
    <li>
      <span>
        <b>{t.kinds[kind]}</b>
        <small>{[...about, when].join(' · ')}</small>
      </span>
      <b className={change > 0 ? 'plus' : undefined}>
        {change > 0 ? '+' : ''}
        {money(change, currency, language)}
      </b>
    </li>
  )
}

export type WalletPageProps = {
  language: Language
  balance: WalletBalance
  deposit: DepositInstructions
  entries: readonly WalletEntry[]
  older: string | null
  version: string
}

/** What there is, how more comes, and what happened. */
export function WalletPage({ language, balance, deposit, entries, older, version }: WalletPageProps) {
  const t = walletPhrases[language]
  return (
    <AppShell language={language} path="/app/wallet" title={t.title} live={{ version, pollMs: 5_000 }}>
      <h1>{t.title}</h1>
      <div className="question bill">
        <p>{t.available}</p>
        <p className="sum">{money(balance.available, balance.currency, language)}</p>
        {balance.reserved > 0 ? <p>{t.reserved(money(balance.reserved, balance.currency, language))}</p> : null}
      </div>
      <Deposit {...{ t, language, deposit }} />
      <section className="card">
        <h2>{t.history}</h2>
        {entries.length === 0 ? <p className="soft">{t.nothing}</p> : null}
        <ul className="entries">
          {entries.map((entry) => (
            <Entry key={entry.id} {...{ t, language, entry }} />
          ))}
        </ul>
        {older === null ? null : (
          <a className="button plain" href={`/app/wallet?cursor=${encodeURIComponent(older)}`}>
            {t.older}
          </a>
        )}
      </section>
      <div className="actions end">
        <a className="button quiet" href="/app">
          {t.back}
        </a>
      </div>
    </AppShell>
  )
}
