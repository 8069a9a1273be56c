import type { ProofMethod } from '@avouch/contract'
import type { ReactNode } from 'react'
import { moment, money, type Words } from '../http/language.ts'
import { Badge, Card, Fold, Icon, P, PostButton, type Row, Rows } from '../ui/parts.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'
import type { Booking } from './age-check.ts'
import type { Ticket, TicketPhase } from './box-office.ts'
import type { Film } from './films.ts'

type LearnedProps = {
  title: string
  lede?: string
  heading?: string
  rows: readonly Row[]
  not: readonly Words[]
  raw: string
  signed: { claims: object; jws: string }
  children: ReactNode
}

/** How an age was proven, in the same words in every shop. */
export const METHODS: Readonly<Record<ProofMethod, Words>> = {
  identity_check: 'Identity check|Identitätsprüfung',
  proof_of_age: 'Age app|Alters\u2011App',
  id_wallet: 'ID wallet|ID\u2011Wallet',
  age_token: 'Age token|Alters\u2011Token',
}

/** No answer about an age has any of it. */
export const PERSONAL: readonly Words[] = [
  'Name',
  'Date of birth|Geburtsdatum',
  'Phone number|Handynummer',
  'Address|Adresse',
  'Document|Ausweis',
  'Picture|Bild',
]

const CODE = 'overflow-x-auto rounded-xl bg-tint p-4 font-mono text-small'

/** All that a shop learned, in words and as it came, beside what it did not learn. */
export function Learned({ title, lede, heading, rows, not, raw, signed, children }: LearnedProps) {
  const t = useTexts()
  return (
    <Card aria-labelledby="learned">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="learned" className="text-2xl">
          {title}
        </h2>
        <Badge className="border-ok text-ok">
          <Icon path="m4 10.500 4 4 8-9" className="size-4" />
          {t`Signature verified|Signatur geprüft`}
        </Badge>
      </div>
      {lede && <p className="text-soft">{lede}</p>}
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div>
          {heading && <h3 className="mb-1 text-lg">{heading}</h3>}
          <Rows rows={rows} />
        </div>
        <div>
          <h3 className="mb-3 text-lg">{t`What we did not learn|Was wir nicht erfahren haben`}</h3>
          <ul className="grid gap-2">
            {not.map((words) => (
              <li key={words[0]} className="flex items-center gap-3">
                <Icon path="M5 5l10 10M15 5 5 15" className="size-4 shrink-0 text-soft" />
                {t(words)}
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

export function LearnedAge({ verdict }: { verdict: NonNullable<Booking['verdict']> }) {
  const t = useTexts()
  const language = useLanguage()
  const { result, verified_on, reference, sub, method } = verdict.claims
  const notSaid = t`not shared|nicht weitergegeben`
  const unproven = result === 'yes' ? notSaid : t`not proven|nicht nachgewiesen`
  const provenOn = verified_on && moment(verified_on, language, { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <Learned
      title={t`What we learned about you|Was wir über dich erfahren haben`}
      rows={[
        [t`18 or over?|Mindestens 18?`, result === 'yes' ? t`Yes|Ja` : t`No|Nein`],
        [t`Date of proof|Tag des Nachweises`, provenOn || unproven],
        [t`How|Wie`, t(METHODS[method])],
        [t`For booking|Für Buchung`, reference ?? '–'],
        [
          t`Pseudonym`,
          sub,
          t`Made for us alone. Another website would see another one.|Nur für uns gemacht. Eine andere Website sähe ein anderes.`,
        ],
      ]}
      not={PERSONAL}
      raw={t`The answer as it came|Die Antwort, wie sie kam`}
      signed={verdict}
    >
      <PostButton to="/start-over" look="plain">
        {t`Start over|Von vorn anfangen`}
      </PostButton>
      <P
        text="Forgets you and the answer.|Vergisst dich und die Antwort."
        className="self-center text-small text-soft"
      />
    </Learned>
  )
}

type PaidProps = { phase: TicketPhase; film: Film; ticket: Ticket; receipt: NonNullable<Ticket['receipt']> }

/** A ticket that was paid, with the receipt, and what can be done with it. */
export function LearnedPayment({ phase, film, ticket, receipt }: PaidProps) {
  const t = useTexts()
  const language = useLanguage()
  const isPaid = phase === 'paid'
  const isHalf = isPaid && ticket.refunded > 0
  const act = (to: string, label: string, part?: string) => (
    <PostButton to={to} fields={{ film: film.slug, part }} look="plain">
      {label}
    </PostButton>
  )
  return (
    <Learned
      title={isPaid ? t`Paid|Bezahlt` : t`Paid back|Zurückgezahlt`}
      lede={
        isHalf
          ? t`Half of it was paid back. This page is your ticket.|Die Hälfte ist zurückgezahlt. Diese Seite ist deine Karte.`
          : isPaid
            ? t`Enjoy the film. This page is your ticket.|Gute Unterhaltung. Diese Seite ist deine Karte.`
            : t`All of it is back in the wallet that it came from.|Der ganze Betrag ist wieder im Guthaben, aus dem er kam.`
      }
      heading={t`What we learned from the payment|Was wir durch die Zahlung erfahren haben`}
      rows={[
        [t`Amount|Betrag`, money(ticket.amount, ticket.currency, language)],
        [t`Order|Bestellung`, ticket.reference],
        [t`Paid back|Zurückgezahlt`, money(ticket.refunded, ticket.currency, language)],
      ]}
      not={[
        'Who has paid|Wer bezahlt hat',
        'Name',
        'Phone number|Handynummer',
        'Account|Konto',
        'Balance|Guthaben',
        'A name for you|Ein Name für dich',
      ]}
      raw={t`The receipt as it came|Die Quittung, wie sie kam`}
      signed={receipt}
    >
      {isPaid &&
        !isHalf &&
        act('/tickets/refund', t`As staff: pay back half|Als Personal: Hälfte zurückzahlen`, 'half')}
      {isPaid &&
        act('/tickets/refund', t`As staff: pay back all that is left|Als Personal: den Rest zurückzahlen`, 'rest')}
      {act('/tickets/forget', t`Forget this ticket|Diese Karte vergessen`)}
    </Learned>
  )
}
