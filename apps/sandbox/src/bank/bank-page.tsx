import type { Language } from '@avouch/contract'
import { AppShell } from '../phone/app/app-shell.tsx'
import { money } from '../phone/app/money.ts'
import type { Bank, Movement } from './bank.ts'
import { type BankPhrases, bankPhrases } from './phrases.ts'

type Typed = { amount: string; reference: string; wrong?: 'amount' | 'reference' }

type Props = {
  language: Language
  typed: Typed
  bank: Pick<Bank, 'movements' | 'isReported'>
  done?: 'sent' | 'unsent' | undefined
}

function Field({ name, t, typed }: { name: 'amount' | 'reference'; t: BankPhrases; typed: Typed }) {
  const bad = typed.wrong === name
  const note = bad ? (name === 'amount' ? t.badAmount : t.badReference) : name === 'amount' ? t.amountHint : undefined
  return (
    <div className="field">
      <label htmlFor={name}>{t[name]}</label>
      <input
        id={name}
        name={name}
        type="text"
        inputMode={name === 'amount' ? 'decimal' : 'text'}
        autoComplete="off"
        defaultValue={typed[name]}
        required
        aria-invalid={bad || undefined}
        aria-describedby={note ? `${name}-note` : undefined}
      />
      {note ? (
        <p className={bad ? 'error' : 'hint'} id={`${name}-note`}>
          {note}
        </p>
      ) : null}
    </div>
  )
}

function Line({
  movement,
  t,
  language,
  isReported,
}: {
  movement: Movement
  t: BankPhrases
  language: Language
  isReported: boolean
}) {
  const back = movement.type === 'returned'
  const { amount, currency } = back ? movement.order : movement
  return (
    <li>
      <span>
        <b>{back ? t.back : t.out}</b>
        <small>{back ? t.reasons[movement.order.reason] : movement.reference}</small>
        {back || isReported ? null : (
          <form method="post" action="/bank/report">
            <button className="button plain small" type="submit" name="id" value={movement.id}>
              {t.again}
            </button>
          </form>
        )}
      </span>
      <b className={back ? 'plus' : undefined}>
        {back ? '+' : '−'}
        {money(amount, currency, language)}
      </b>
    </li>
  )
}

/** Where one pays in, and sees what comes back. */
export function BankPage({ language, typed, bank, done }: Props) {
  const t = bankPhrases[language]
  const movements = bank.movements()
  return (
    <AppShell language={language} path="/bank" title={t.title} site="bank">
      <h1>{t.title}</h1>
      <p className="soft">{t.text}</p>
      {done ? (
        <p className={done === 'sent' ? 'note' : 'alert'} role="status">
          {t[done]}
        </p>
      ) : null}
      <form className="form" method="post" action="/bank" noValidate>
        <Field name="amount" t={t} typed={typed} />
        <Field name="reference" t={t} typed={typed} />
        <button className="button" type="submit">
          {t.send}
        </button>
      </form>
      <section className="card">
        <h2>{t.movements}</h2>
        {movements.length === 0 ? <p className="soft">{t.none}</p> : null}
        <ul className="entries">
          {movements.map((movement) => {
            const id = movement.type === 'returned' ? movement.order.id : movement.id
            return <Line key={id} {...{ movement, t, language }} isReported={bank.isReported(id)} />
          })}
        </ul>
      </section>
      <div className="actions end">
        <a className="button quiet" href="/app/wallet">
          {t.wallet}
        </a>
      </div>
    </AppShell>
  )
}
