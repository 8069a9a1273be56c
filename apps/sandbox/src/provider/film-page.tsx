import type { ReactNode } from 'react'
import { money } from '../http/language.ts'
import { ButtonLink, Card, OpensTab, P, PostButton, Spinner } from '../ui/parts.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'
import type { Booking, Phase } from './age-check.ts'
import { TICKET_CURRENCY, TICKET_PRICE, type Ticket, type TicketPhase } from './box-office.ts'
import { type Film, pathOf } from './films.ts'
import { Gate, Refused, StraightBack, WAITING_FOR_AGE, WaitingForAge } from './gate.tsx'
import { Facts, FilmTitle } from './home-page.tsx'
import { LearnedAge, LearnedPayment } from './learned.tsx'
import { Poster, Shell } from './shell.tsx'

const POLL_MS = 10_000

/** phone: the visitor goes on in the same tab. */
type View = { film: Film; phone: boolean }
type AgeView = View & { phase: Phase; booking: Booking | undefined }
type TicketView = View & { phase: TicketPhase; version: string; ticket: Ticket | undefined }

type LayoutProps = {
  film: Film
  phase: Phase | TicketPhase
  version: string
  events: string
  announce: string
  label?: string | undefined
  below?: ReactNode
  children?: ReactNode
}

/** A film beside its poster with what it takes to see it; once that is done, the poster is as wide as a screen. */
function Layout({ film, phase, label, below, children, ...live }: LayoutProps) {
  const t = useTexts()
  return (
    <Shell title={t(film.title)} live={{ ...live, pollMs: phase === 'waiting' ? POLL_MS : undefined }}>
      <div className={`grid items-start gap-8 ${children ? 'lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]' : ''}`}>
        <div aria-hidden="true">
          <Poster
            {...{ film, label }}
            className={children ? 'aspect-[16/9] lg:aspect-[3/4]' : 'aspect-[16/9] sm:aspect-[21/9]'}
          />
        </div>
        <div className="grid gap-5">
          <FilmTitle film={film} />
          <Facts film={film} />
          <p className="max-w-[46ch] text-lede text-soft">{t(film.story)}</p>
          {children}
        </div>
      </div>
      {below}
    </Shell>
  )
}

/** A film for adults: open to this visitor, or with the question about the age beside it. */
export function GatedFilmPage({ film, phone, phase, booking }: AgeView) {
  const t = useTexts()
  const announce = {
    locked: t`Age not confirmed.|Alter nicht bestätigt.`,
    waiting: t(WAITING_FOR_AGE),
    yes: t`Your age is confirmed. The film is open.|Dein Alter ist bestätigt. Der Film ist offen.`,
    no: t`The film stays closed.|Der Film bleibt geschlossen.`,
  }
  const gates = {
    locked: <Gate phone={phone} />,
    waiting: <WaitingForAge phone={phone} reference={booking?.reference} />,
    no: <Refused phone={phone} />,
  }
  return (
    <Layout
      {...{ film, phase }}
      version={phase}
      events="/events"
      announce={announce[phase]}
      label={phase === 'yes' ? t`Now playing|Läuft gerade` : undefined}
      below={booking?.verdict && <LearnedAge verdict={booking.verdict} />}
    >
      {phase !== 'yes' && <Card aria-labelledby="gate">{gates[phase]}</Card>}
    </Layout>
  )
}

/** A seat in the cinema: what it costs, and the way to pay it. */
function Seat({ phase, film, phone, ticket }: TicketView) {
  const t = useTexts()
  const buy = (label: string) => (
    <PostButton to="/tickets" fields={{ film: film.slug }} beside={!phone}>
      {label}
      {!phone && <OpensTab />}
    </PostButton>
  )
  const price = (
    <p className="text-4xl font-light tabular-nums">{money(TICKET_PRICE, TICKET_CURRENCY, useLanguage())}</p>
  )
  const small = 'text-small wrap-anywhere text-soft'
  if (phase !== 'waiting')
    return (
      <Card aria-labelledby="ticket">
        <h2 id="ticket" className="text-2xl">
          {t`Your ticket|Deine Karte`}
        </h2>
        {price}
        <P text="One seat in the Aurora, paid for with your wallet. We will not know who you are.|Ein Platz im Aurora, bezahlt mit deinem Guthaben. Wer du bist, erfahren wir nicht." />
        {buy(t`Pay with the wallet|Mit Guthaben bezahlen`)}
        {phone ? (
          <StraightBack className={small} />
        ) : (
          <P
            text="Opens a new tab. This page waits for you.|Öffnet einen neuen Tab. Diese Seite wartet auf dich."
            className={small}
          />
        )}
      </Card>
    )
  return (
    <Card aria-labelledby="ticket">
      <Spinner />
      <h2 id="ticket" className="text-2xl">
        {t`Waiting for your payment|Wir warten auf deine Zahlung`}
      </h2>
      {price}
      {phone ? (
        <P text="You have not paid yet, or the message is still on its way.|Du hast noch nicht bezahlt, oder die Nachricht ist noch unterwegs." />
      ) : (
        <P text="Pay in the other tab. This page goes on by itself.|Bezahle im anderen Tab. Hier geht es dann von selbst weiter." />
      )}
      <div className="grid gap-3">
        {buy(
          phone ? t`Go on with the payment|Weiter zur Zahlung` : t`Open the payment again|Zahlung noch einmal öffnen`,
        )}
        <ButtonLink href={pathOf(film)} look="plain">
          {t`I have paid|Ich habe bezahlt`}
        </ButtonLink>
        <PostButton to="/tickets/give-up" fields={{ film: film.slug }} look="quiet">
          {t`Give up this order|Bestellung abbrechen`}
        </PostButton>
      </div>
      <p className={small}>
        {t`Order|Bestellung`} <code>{ticket?.reference}</code>
      </p>
    </Card>
  )
}

/** A film that is open to everybody; a seat for it costs something. */
export function FilmPage(view: TicketView) {
  const { film, phase, version, ticket } = view
  const t = useTexts()
  const announce = {
    offer: t`Not paid.|Nicht bezahlt.`,
    waiting: t`Waiting for your payment.|Wir warten auf deine Zahlung.`,
    paid: t`Your ticket is paid.|Deine Karte ist bezahlt.`,
    returned: t`The ticket was paid back.|Die Karte wurde zurückgezahlt.`,
  }
  const receipt = phase === 'paid' || phase === 'returned' ? ticket?.receipt : undefined
  return (
    <Layout
      {...{ film, phase, version }}
      events={`/events?film=${film.slug}`}
      announce={announce[phase]}
      below={ticket && receipt && <LearnedPayment {...{ phase, film, ticket, receipt }} />}
    >
      {!receipt && <Seat {...view} />}
    </Layout>
  )
}
