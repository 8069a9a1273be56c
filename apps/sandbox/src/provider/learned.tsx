import type { ProofMethod } from '@avouch/contract'
import type { ReactNode } from 'react'
import type { Words } from '../http/language.ts'
import { PostButton } from '../ui/forms.tsx'
import { Badge, Card, Fold, H2, Icon, P, type Row, Rows, Small, useTexts } from '../ui/parts.tsx'
import type { Film } from './films.ts'
import type { Order, Phase } from './orders.ts'

type LearnedProps = {
  title: Words
  lede?: Words
  heading?: Words
  rows: readonly Row[]
  /** Joins texts with commas. */
  not?: Words
  raw: Words
  signed: { claims: object; jws: string }
  children: ReactNode
}

/** How an age was proven, in the same words in every shop. */
export const METHODS: Readonly<Record<ProofMethod, Words>> = {
  identity_check: 'Identity check|Identitätsprüfung',
  proof_of_age: 'Age app|Alters\u2011App',
  id_wallet: 'ID wallet|ID\u2011Wallet',
}

/** Data that no answer about an age has. */
const PERSONAL =
  'Name, Date of birth, Phone number, Address, Document, Picture|Name, Geburtsdatum, Handynummer, Adresse, Ausweis, Bild'
/** The same, with the day, which the product does not tell in every answer. */
const UNDATED = `${PERSONAL.replace('|', ', Date of proof|')}, Tag des Nachweises`
/** Data that no payment has. */
const PAYER =
  'Who has paid, Name, Phone number, Account, Balance, A name for you|Wer bezahlt hat, Name, Handynummer, Konto, Guthaben, Ein Name für dich'

const CODE = 'overflow-x-auto rounded-xl bg-tint p-4 font-mono text-small'

/** Shows all that a website learned, and what it did not. */
export function Learned({ title, lede, heading, rows, not = PERSONAL, raw, signed, children }: LearnedProps) {
  const t = useTexts()
  return (
    <Card aria-labelledby="learned">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <H2 id="learned" className="text-2xl" text={title} />
        <Badge className="border-ok text-ok">
          <Icon path="m4 10.500 4 4 8-9" className="size-4" />
          {t`Signature verified|Signatur geprüft`}
        </Badge>
      </div>
      {lede && <P text={lede} />}
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div>
          {heading && <h3 className="mb-1 text-lg">{t(heading)}</h3>}
          <Rows rows={rows} />
        </div>
        <div>
          <h3 className="mb-3 text-lg">{t`What we did not learn|Was wir nicht erfahren haben`}</h3>
          <ul className="grid gap-2">
            {t(not)
              .split(', ')
              .map((one) => (
                <li key={one} className="flex items-center gap-3">
                  <Icon path="M5 5l10 10M15 5 5 15" className="size-4 shrink-0 text-soft" />
                  {one}
                </li>
              ))}
          </ul>
        </div>
      </div>
      <Fold title={raw} id="raw">
        <pre tabIndex={0} className={CODE}>
          {JSON.stringify(signed.claims, null, 2)}
        </pre>
        <pre tabIndex={0} className={`${CODE} break-all whitespace-pre-wrap`}>
          {signed.jws}
        </pre>
      </Fold>
      <div className="grid gap-3 sm:auto-cols-[minmax(0,18rem)] sm:grid-flow-col">{children}</div>
    </Card>
  )
}

/** The whole id stands in the answer as it came. */
export const beginningOf = (id: string) => `${id.slice(0, 8)}…`

const DAY = { dateStyle: 'long', timeZone: 'UTC' } as const
const PAIRWISE =
  'Made for us alone. Another website would see another one.|Nur für uns gemacht. Eine andere Website sähe ein anderes.'

/** Leads from the film to the table below it. */
export const LearnedStrip = () => (
  <a href="#learned" className="-mb-4 rounded-2xl bg-tint px-4 py-3 font-semibold no-underline hover:underline">
    {useTexts()`We learned: 18 or over, how it was proven, and a pseudonym. Not who you are.|Wir wissen jetzt: 18 oder älter, wie nachgewiesen, und ein Pseudonym. Nicht, wer du bist.`}{' '}
    <span aria-hidden="true">↓</span>
  </a>
)

export function LearnedAge({ verdict }: { verdict: NonNullable<Order['verdict']> }) {
  const t = useTexts()
  const { result, verified_on, reference, sub, method } = verdict.claims
  const isYes = result === 'yes'
  return (
    <Learned
      title="What we learned about you|Was wir über dich erfahren haben"
      rows={[
        ['18 or over?|18 oder älter?', isYes ? t`Yes|Ja` : t`No|Nein`],
        ['Date of proof|Tag des Nachweises', verified_on && t.moment(verified_on, DAY)],
        ['How|Wie', t(METHODS[method])],
        ['For booking|Für Buchung', reference ?? '–'],
        ['Pseudonym', beginningOf(sub), PAIRWISE],
      ]}
      not={verified_on ? PERSONAL : UNDATED}
      raw="The answer as it came|Die Antwort, wie sie kam"
      signed={verdict}
    >
      <PostButton to="/start-over" look="plain" text="Start over|Von vorn anfangen" />
      <Small text="Forgets you and the answer.|Vergisst dich und die Antwort." />
    </Learned>
  )
}

const LEDES = {
  half: 'Half of it was paid back. This page is your ticket.|Die Hälfte ist zurückgezahlt. Diese Seite ist deine Karte.',
  paid: 'Enjoy the film. This page is your ticket.|Gute Unterhaltung. Diese Seite ist deine Karte.',
  returned:
    'All of it is back in the wallet that it came from.|Der ganze Betrag ist wieder im Guthaben, aus dem er kam.',
} as const

type PaidProps = { phase: Phase; film: Film; order: Order; receipt: NonNullable<Order['receipt']> }

/** A ticket that was paid, with the receipt, and what can be done with it. */
export function LearnedPayment({ phase, film, order, receipt }: PaidProps) {
  const t = useTexts()
  const { amount, currency } = receipt.claims
  const isPaid = phase === 'paid'
  const isHalf = isPaid && order.refunded > 0
  const act = (to: string, text: Words, part?: string) => (
    <PostButton to={`/tickets/${to}`} fields={{ film: film.slug, part }} look="plain" text={text} />
  )
  return (
    <Learned
      title={isPaid ? 'Paid|Bezahlt' : 'Paid back|Zurückgezahlt'}
      lede={LEDES[isHalf ? 'half' : isPaid ? 'paid' : 'returned']}
      heading="What we learned from the payment|Was wir durch die Zahlung erfahren haben"
      rows={[
        ['Amount|Betrag', t.money(amount, currency)],
        ['Order|Bestellung', order.reference],
        ['Paid back|Zurückgezahlt', t.money(order.refunded, currency)],
      ]}
      not={PAYER}
      raw="The receipt as it came|Die Quittung, wie sie kam"
      signed={receipt}
    >
      {isPaid && !isHalf && act('refund', 'As staff: pay back half|Als Personal: Hälfte zurückzahlen', 'half')}
      {isPaid && act('refund', 'As staff: pay back all that is left|Als Personal: den Rest zurückzahlen', 'rest')}
      {act('forget', 'Forget this ticket|Diese Karte vergessen')}
    </Learned>
  )
}
