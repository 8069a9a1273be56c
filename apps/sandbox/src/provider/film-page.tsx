import type { Language } from '@avouch/contract'
import type { ReactNode } from 'react'
import { money, textsIn } from '../http/language.ts'
import { Actions, ButtonLink, Card, OpensTab, PostButton, Spinner } from '../ui/parts.tsx'
import type { Live } from '../ui/page.tsx'
import type { Booking, Phase } from './age-check.ts'
import { TICKET_CURRENCY, TICKET_PRICE, type Ticket, type TicketPhase } from './box-office.ts'
import { type Film, pathOf } from './films.ts'
import { Gate, Refused, WAITING_FOR_AGE, WaitingForAge } from './gate.tsx'
import { Facts, FilmTitle } from './home-page.tsx'
import { LearnedAge, LearnedPayment } from './learned.tsx'
import { Poster, Shell } from './shell.tsx'

const POLL_MS = 10_000

/** phone: the visitor goes on in the same tab. */
type View = { film: Film; language: Language; phone: boolean }
type AgeView = View & { phase: Phase; booking: Booking | undefined }
type TicketView = View & { phase: TicketPhase; version: string; ticket: Ticket | undefined }

type LayoutProps = Pick<View, 'film' | 'language'> & {
  live: Live
  label?: string
  below?: ReactNode
  children?: ReactNode
}

/** A film beside its poster with what it takes to see it; once that is done, the poster is as wide as a screen. */
function Layout({ film, language, live, label, below, children }: LayoutProps) {
  const t = textsIn(language)
  return (
    <Shell language={language} title={t(...film.title)} live={live}>
      <div className={`grid items-start gap-8 ${children ? 'lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]' : ''}`}>
        <div aria-hidden="true">
          <Poster
            {...{ film, language, label }}
            className={children ? 'aspect-[16/9] lg:aspect-[3/4]' : 'aspect-[16/9] sm:aspect-[21/9]'}
          />
        </div>
        <div className="grid gap-5">
          <FilmTitle {...{ film, language }} />
          <Facts {...{ film, language }} />
          <p className="max-w-[46ch] text-lede text-soft">{t(...film.story)}</p>
          {children}
        </div>
      </div>
      {below}
    </Shell>
  )
}

/** A film for adults: open to this visitor, or with the question about the age beside it. */
export function GatedFilmPage(view: AgeView) {
  const { film, language, phase, booking } = view
  const t = textsIn(language)
  const announce = {
    locked: t('Age not confirmed.', 'Alter nicht bestätigt.'),
    waiting: t(...WAITING_FOR_AGE),
    yes: t('Your age is confirmed. The film is open.', 'Dein Alter ist bestätigt. Der Film ist offen.'),
    no: t('The film stays closed.', 'Der Film bleibt geschlossen.'),
  }
  return (
    <Layout
      {...{ film, language }}
      live={{
        version: phase,
        events: '/events',
        announce: announce[phase],
        pollMs: phase === 'waiting' ? POLL_MS : undefined,
      }}
      {...(phase === 'yes' ? { label: t('Now playing', 'Läuft gerade') } : {})}
      below={booking?.verdict ? <LearnedAge verdict={booking.verdict} language={language} /> : null}
    >
      {phase === 'yes' ? null : (
        <Card aria-labelledby="gate">
          {phase === 'locked' ? <Gate {...view} /> : null}
          {phase === 'waiting' ? <WaitingForAge {...view} reference={booking?.reference} /> : null}
          {phase === 'no' ? <Refused {...view} /> : null}
        </Card>
      )}
    </Layout>
  )
}

/** A seat in the cinema: what it costs, and the way to pay it. */
function Seat({ phase, film, language, phone, ticket }: TicketView) {
  const t = textsIn(language)
  const waits = phase === 'waiting'
  const buy = (label: string) => (
    <PostButton to="/tickets" fields={{ film: film.slug }} beside={!phone}>
      {label}
      {phone ? null : <OpensTab />}
    </PostButton>
  )
  return (
    <Card aria-labelledby="ticket">
      {waits ? <Spinner /> : null}
      <h2 id="ticket" className="text-2xl">
        {waits ? t('Waiting for your payment', 'Wir warten auf deine Zahlung') : t('Your ticket', 'Deine Karte')}
      </h2>
      <p className="text-4xl font-light tabular-nums">{money(TICKET_PRICE, TICKET_CURRENCY, language)}</p>
      <p className="text-soft">
        {!waits
          ? t(
              'One seat in the Aurora, paid for with your wallet. We will not know who you are.',
              'Ein Platz im Aurora, bezahlt aus deiner Wallet. Wer du bist, erfahren wir nicht.',
            )
          : phone
            ? t(
                'You have not paid yet, or the message is still on its way.',
                'Du hast noch nicht bezahlt, oder die Nachricht ist noch unterwegs.',
              )
            : t(
                'Pay in the other tab. This page goes on by itself.',
                'Bezahle im anderen Tab. Hier geht es dann von selbst weiter.',
              )}
      </p>
      {waits ? (
        <Actions>
          {buy(
            phone
              ? t('Go on with the payment', 'Weiter zur Zahlung')
              : t('Open the payment again', 'Zahlung noch einmal öffnen'),
          )}
          <ButtonLink href={pathOf(film)} look="plain">
            {t('I have paid', 'Ich habe bezahlt')}
          </ButtonLink>
        </Actions>
      ) : (
        buy(t('Pay with the wallet', 'Mit der Wallet bezahlen'))
      )}
      <p className="text-small wrap-anywhere text-soft">
        {waits ? (
          <>
            {t('Order', 'Bestellung')} <code>{ticket?.reference}</code>
          </>
        ) : phone ? (
          t('You go to Avouch and come straight back.', 'Du gehst zu Avouch und kommst gleich zurück.')
        ) : (
          t('Opens a new tab. This page waits for you.', 'Öffnet einen neuen Tab. Diese Seite wartet auf dich.')
        )}
      </p>
    </Card>
  )
}

/** A film that is open to everybody; a seat for it costs something. */
export function FilmPage(view: TicketView) {
  const { film, language, phase, version, ticket } = view
  const t = textsIn(language)
  const announce = {
    offer: t('Not paid.', 'Nicht bezahlt.'),
    waiting: t('Waiting for your payment.', 'Wir warten auf deine Zahlung.'),
    paid: t('Your ticket is paid.', 'Deine Karte ist bezahlt.'),
    returned: t('The ticket was paid back.', 'Die Karte wurde zurückgezahlt.'),
  }
  const receipt = phase === 'paid' || phase === 'returned' ? ticket?.receipt : undefined
  return (
    <Layout
      {...{ film, language }}
      live={{
        version,
        events: `/events?film=${film.slug}`,
        announce: announce[phase],
        pollMs: phase === 'waiting' ? POLL_MS : undefined,
      }}
      below={ticket && receipt ? <LearnedPayment {...{ phase, film, ticket, receipt, language }} /> : null}
    >
      {receipt ? null : <Seat {...view} />}
    </Layout>
  )
}
