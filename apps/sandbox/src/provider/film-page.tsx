import type { ReactNode } from 'react'
import type { Words } from '../http/language.ts'
import { Button, ButtonLink, Form, OpensTab, PostButton, TextLink } from '../ui/forms.tsx'
import { Card, H1, H2, Icon, P, Small, Spinner, useTexts } from '../ui/parts.tsx'
import { FILMS, type Film, needsProof, pathOf } from './films.ts'
import { Facts, TITLE } from './home-page.tsx'
import { LearnedAge, LearnedPayment, LearnedStrip } from './learned.tsx'
import { type Order, type Phase, TICKET_CURRENCY, TICKET_PRICE } from './orders.ts'
import { Poster, Shell } from './shell.tsx'

const POLL_MS = 10_000

type Props = { film: Film; phase: Phase; order: Order | undefined }

const ASKS = {
  age: {
    open: 'Age not confirmed.|Alter nicht bestätigt.',
    waiting: 'Waiting for your confirmation|Wir warten auf deine Bestätigung',
    other:
      'Finish in the other tab. This page goes on by itself.|Mach im anderen Tab weiter. Hier geht es dann von selbst weiter.',
    same: 'You have not finished yet, or the answer is still on its way.|Du bist noch nicht fertig, oder die Antwort ist noch unterwegs.',
    goOn: 'Go on with the confirmation|Bestätigung fortsetzen',
    again: 'Open it again|Noch einmal öffnen',
    done: 'I have finished|Ich bin fertig',
    end: 'Give up|Abbrechen',
    reference: 'Booking|Buchung',
  },
  payment: {
    open: 'Not paid.|Nicht bezahlt.',
    waiting: 'Waiting for your payment|Wir warten auf deine Zahlung',
    other:
      'Pay in the other tab. This page goes on by itself.|Bezahle im anderen Tab. Hier geht es dann von selbst weiter.',
    same: 'You have not paid yet, or the message is still on its way.|Du hast noch nicht bezahlt, oder die Nachricht ist noch unterwegs.',
    goOn: 'Go on with the payment|Weiter zur Zahlung',
    again: 'Open the payment again|Zahlung noch einmal öffnen',
    done: 'I have paid|Ich habe bezahlt',
    end: 'Give up this order|Bestellung abbrechen',
    reference: 'Order|Bestellung',
  },
} as const satisfies Record<string, Record<string, Words>>
const asksOf = (film: Film) => ASKS[needsProof(film) ? 'age' : 'payment']

const BACK =
  'You came back without an answer. You can go on, or leave it. If the answer is on its way, it appears here by itself.|Du bist ohne Antwort zurück. Du kannst weitermachen oder es lassen. Ist die Antwort unterwegs, erscheint sie hier von selbst.'
const OPENS = 'Opens a new tab. This page waits for you.|Öffnet einen neuen Tab. Diese Seite wartet auf dich.'
const OPENS_FILM =
  'Opens a new tab. This page waits for you and opens the film by itself.|Öffnet einen neuen Tab. Diese Seite wartet auf dich und öffnet den Film von selbst.'
const STRAIGHT_BACK = 'You go to Avouch and come straight back.|Du gehst zu Avouch und kommst gleich zurück.'

/** Leads to the product: in a new tab, and on a phone in the same one. */
const Leave = ({ film, text, look }: Pick<Props, 'film'> & { text: Words; look?: 'plain' }) => (
  <PostButton to="/ask" fields={{ film: film.slug }} beside look={look} text={text}>
    <OpensTab className="opens-tab" />
  </PostButton>
)

/** Describes where a press leads, as the button decides. */
const Leads = ({ beside }: { beside: Words }) => (
  <>
    <Small className="same-tab" text={STRAIGHT_BACK} />
    <Small className="opens-tab" text={beside} />
  </>
)

const Price = () => (
  <p className="text-4xl font-light tabular-nums">{useTexts().money(TICKET_PRICE, TICKET_CURRENCY)}</p>
)

function Waiting({ film, order }: Props) {
  const asks = asksOf(film)
  const isBack = order?.cameBack === true
  const beside = order?.beside === true
  return (
    <>
      {!isBack && <Spinner />}
      <H2 id="gate" className="text-2xl" text={isBack ? asks.open : asks.waiting} />
      {!needsProof(film) && <Price />}
      <P text={isBack ? BACK : beside ? asks.other : asks.same} />
      <div className="grid gap-3">
        <Leave film={film} text={beside ? asks.again : asks.goOn} />
        <ButtonLink href={pathOf(film)} look="plain" text={asks.done} />
        <PostButton to="/give-up" fields={{ film: film.slug }} look="quiet" text={asks.end} />
      </div>
      <p className="text-small wrap-anywhere text-soft">
        {useTexts()(asks.reference)} <code>{order?.reference}</code>
      </p>
    </>
  )
}

const PROMISES = [
  'We ask one question: 18 or over?|Wir stellen eine Frage: 18 oder älter?',
  'Avouch answers yes or no, signed.|Avouch antwortet ja oder nein, signiert.',
  'No name, no date of birth, no document reaches us.|Wir vom Kino bekommen weder Namen noch Geburtsdatum noch Ausweis.',
]

/** Shows the question with the button of the package; without script, with the plain one inside. */
function Gate() {
  const t = useTexts()
  return (
    <>
      <H2 id="gate" className="text-2xl" text="This film is rated 18|Dieser Film ist ab 18" />
      <P text="We have to know that you are 18 or over. Not who you are.|Wir müssen wissen, dass du 18 oder älter bist. Nicht, wer du bist." />
      <Form to="/ask" className="">
        <avouch-button>
          <noscript>
            <Button text="Confirm that you are 18 or over|Bestätige, dass du 18 oder älter bist" />
          </noscript>
        </avouch-button>
      </Form>
      <Leads beside={OPENS_FILM} />
      <ul className="grid gap-2 border-t border-line pt-4">
        {PROMISES.map((fact) => (
          <li key={fact} className="flex gap-3">
            <Icon path="m4 10.500 4 4 8-9" className="mt-1 size-4.5 shrink-0 text-brand" />
            {t(fact)}
          </li>
        ))}
      </ul>
    </>
  )
}

const Refused = ({ film }: Props) => (
  <>
    <H2 id="gate" className="text-2xl" text="We cannot show you this film|Diesen Film können wir dir nicht zeigen" />
    <P text="The answer was “no”. We do not know why, and we do not ask: nothing else was passed on to us.|Die Antwort war „nein“. Warum, wissen wir nicht, und wir fragen nicht: mehr wurde uns nicht mitgeteilt." />
    <h3 className="text-lg">{useTexts()`These films are open to everybody|Diese Filme sind für alle da`}</h3>
    <ul>
      {FILMS.filter((one) => !needsProof(one)).map((one) => (
        <li key={one.slug}>
          <TextLink href={pathOf(one)} text={one.title} />
        </li>
      ))}
    </ul>
    <Leave film={film} look="plain" text="Ask again|Noch einmal fragen" />
  </>
)

/** A seat in the cinema: what it costs, and the way to pay it. */
const Seat = ({ film }: Props) => (
  <>
    <H2 id="gate" className="text-2xl" text="Your ticket|Deine Karte" />
    <Price />
    <P text="One seat in the Aurora, paid for with your wallet. We will not know who you are.|Ein Platz im Aurora, bezahlt mit deinem Guthaben. Wer du bist, erfahren wir nicht." />
    <Leave film={film} text="Pay with the wallet|Mit Guthaben bezahlen" />
    <Leads beside={OPENS} />
  </>
)

const ANNOUNCED: Readonly<Partial<Record<Phase, Words>>> = {
  yes: 'Your age is confirmed. The film is open.|Dein Alter ist bestätigt. Der Film ist offen.',
  no: 'The film stays closed.|Der Film bleibt geschlossen.',
  paid: 'Your ticket is paid.|Deine Karte ist bezahlt.',
  returned: 'The ticket was paid back.|Die Karte wurde zurückgezahlt.',
}

/** The next step to see a film; undefined where nothing is left to do. */
function stepOf(props: Props): ReactNode {
  const { film, phase } = props
  if (phase === 'waiting') return <Waiting {...props} />
  if (phase === 'open') return needsProof(film) ? <Gate /> : <Seat {...props} />
  return phase === 'no' && <Refused {...props} />
}

/** A film that begins: the leader counts down, then its title fades in. */
const Screen = ({ film }: { film: Film }) => (
  <div className="screen">
    <img src={`/assets/${film.slug}.svg`} alt="" width="300" height="400" />
    <strong>{useTexts()(film.title)}</strong>
    <svg className="leader" viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice">
      <circle cx="160" cy="90" r="100" pathLength="100" />
      <path d="M160 0v180M0 90h320M86 90a74 74 0 1 0 148 0a74 74 0 1 0-148 0M96 90a64 64 0 1 0 128 0a64 64 0 1 0-128 0" />
      {[5, 4, 3, 2, 1].map((digit) => (
        <text key={digit} x="160" y="113">
          {digit}
        </text>
      ))}
    </svg>
  </div>
)

/** A ticket to tear off. */
function Ticket({ film, order }: Pick<Props, 'film' | 'order'>) {
  const t = useTexts()
  return (
    <div className="ticket">
      <img src={`/assets/${film.slug}.svg`} alt="" width="300" height="400" />
      <div className="grid content-between gap-4">
        <p className="text-small tracking-[0.16em] uppercase">Kino Aurora</p>
        <strong className="text-3xl font-light tracking-[0.04em] uppercase">{t(film.title)}</strong>
        <p>{t`One seat, tonight, wherever you like|Ein Platz, heute Nacht, wo du magst`}</p>
      </div>
      <div className="stub">
        <svg viewBox="0 0 60 40" className="h-12">
          <path d={barsOf(order?.reference ?? '')} fill="currentColor" />
        </svg>
        <b className="text-2xl tabular-nums">{t.money(TICKET_PRICE, TICKET_CURRENCY)}</b>
        <span className="text-small tracking-[0.16em] uppercase">{t`Admit one|Einlass`}</span>
      </div>
    </div>
  )
}

/** Bars as wide as the letters of a reference say. */
const barsOf = (reference: string) =>
  Array.from(
    reference.repeat(2).slice(-20),
    (letter, at) => `M${at * 3} 0h${1 + ((letter.codePointAt(0) ?? 0) % 3) * 0.7}v40H${at * 3}z`,
  ).join('')

/** Shows a film with the next step to see it, then the film or the ticket. */
export function FilmPage({ version, ...props }: Props & { version: string }) {
  const { film, phase, order } = props
  const step = stepOf(props)
  // Another step is another card with another button.
  const card = { id: `step-${phase}`, 'aria-labelledby': 'gate' }
  const { open, waiting } = asksOf(film)
  const live = {
    version,
    events: `/events?film=${film.slug}`,
    announce: { open, waiting: order?.cameBack ? open : waiting, ...ANNOUNCED }[phase],
    pollMs: phase === 'waiting' ? POLL_MS : undefined,
  }
  return (
    <Shell title={film.title} live={live}>
      {phase === 'yes' && <LearnedStrip />}
      <div className={step ? 'film' : 'grid grid-cols-1 gap-8'}>
        <div aria-hidden="true">
          {step ? (
            <Poster film={film} />
          ) : phase === 'yes' ? (
            <Screen film={film} />
          ) : (
            <Ticket film={film} order={order} />
          )}
        </div>
        <div className="grid gap-5">
          <H1 text={film.title} className={`${TITLE} lg:text-[clamp(2rem,1rem+2.6vw,3rem)]`} />
          <Facts film={film} />
          <P text={film.story} className="max-w-[46ch] text-lede text-soft" />
          {step && <Card {...card}>{step}</Card>}
        </div>
      </div>
      {order?.verdict && <LearnedAge verdict={order.verdict} />}
      {order?.receipt && <LearnedPayment {...{ phase, film, order, receipt: order.receipt }} />}
    </Shell>
  )
}
