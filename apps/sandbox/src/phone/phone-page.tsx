import { Button, Field, TextLink } from '../ui/forms.tsx'
import { H1, Icon, P, useTexts } from '../ui/parts.tsx'
import { findCode, formatNumber, LINK, type Message, splitText } from './message.ts'
import { PhoneScreen } from './shell.tsx'

type PhonePageProps = {
  /** The number whose messages are shown. */
  number: string | undefined
  /** Typed instead of a number. */
  mistyped?: string | undefined
  /** The last message of each number. */
  latest: readonly Message[]
  messages: readonly Message[]
  version: string
}

const addressOf = (number: string | undefined) => (number ? `/?${new URLSearchParams({ number })}` : '/')

const isToday = (at: string) => new Date(at).toDateString() === new Date().toDateString()

/** Today's messages show their time, others their day. */
function Time({ at, isLong = false, className }: { at: string; isLong?: boolean; className: string }) {
  const t = useTexts()
  const time = t.moment(at, { hour: '2-digit', minute: '2-digit' })
  const day = t.moment(at, { day: 'numeric', month: 'short' })
  return (
    <time dateTime={at} className={className}>
      {isLong ? `${isToday(at) ? t`Today|Heute` : day}, ${time}` : isToday(at) ? time : day}
    </time>
  )
}

const BUBBLE = 'M5 5h10a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-4l-3 3v-3H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2z'
const Avatar = () => (
  <span className="grid size-11 shrink-0 place-items-center rounded-full bg-tint text-brand">
    <Icon path={BUBBLE} className="size-6" />
  </span>
)

const ROW = 'flex items-center gap-3 rounded-2xl p-2 no-underline hover:bg-tint aria-[current]:bg-tint'

const Last = ({ message: { to, text, received_at }, number }: { message: Message; number: string | undefined }) => (
  <li>
    <a href={addressOf(to)} id={`n${to.slice(1)}`} aria-current={to === number ? 'page' : undefined} className={ROW}>
      <Avatar />
      <span className="grid min-w-0 flex-1">
        <span className="flex justify-between gap-2">
          <b className="truncate">{formatNumber(to)}</b>
          <Time at={received_at} className="shrink-0 text-small text-soft" />
        </span>
        <span className="truncate text-small text-soft">{splitText(text).words}</span>
      </span>
    </a>
  </li>
)

const NUMBER = {
  name: 'number',
  type: 'tel',
  required: true,
  label: 'Mobile number|Handynummer',
  hint: 'For example +49 1512 3456789|Zum Beispiel +49 1512 3456789',
}
const NO_NUMBER = 'This is not a number with its country code.|Das ist keine Nummer mit Ländervorwahl.'

function Numbers({ number, mistyped, latest }: PhonePageProps) {
  const t = useTexts()
  const Heading = number ? 'h2' : 'h1'
  return (
    <section className={`grid content-start gap-4 ${number ? 'max-md:hidden' : ''}`} aria-labelledby="numbers">
      <Heading id="numbers" className="text-2xl">
        {t`Messages|Nachrichten`}
      </Heading>
      {latest.length === 0 ? (
        <div className="grid justify-items-center gap-2 py-6 text-center">
          <Avatar />
          <h2 className="text-lg">{t`No messages yet|Noch keine Nachrichten`}</h2>
          <P text="Every SMS that the product sends arrives here, whatever the number. Numbers that end in 0000 cannot be reached.|Jede SMS des Produkts kommt hier an, an welche Nummer auch immer. Nummern, die auf 0000 enden, sind nicht erreichbar." />
        </div>
      ) : (
        <ul className="-mx-2 grid max-h-[60vh] overflow-y-auto p-1">
          {latest.map((message) => (
            <Last key={message.id} {...{ message, number }} />
          ))}
        </ul>
      )}
      <form className="grid gap-3 border-t border-line pt-4" method="get" action="/">
        <Field {...NUMBER} error={mistyped && NO_NUMBER} defaultValue={mistyped} />
        <Button look="plain" text="Show|Anzeigen" />
      </form>
    </section>
  )
}

const COPY =
  'inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-edge bg-raised px-4 font-semibold hover:border-brand'
const SHEETS =
  'M7 7h10v10H7zM13 7V5.500A2.500 2.500 0 0 0 10.500 3h-5A2.500 2.500 0 0 0 3 5.500v5A2.500 2.500 0 0 0 5.500 13H7'

const Link = ({ href }: { href: string }) => (
  <a href={href} className="text-brand underline" target="_blank" rel="noopener noreferrer">
    {href}
  </a>
)

function Bubble({ message: { id, text, received_at } }: { message: Message }) {
  const t = useTexts()
  const code = findCode(text)
  const { words, bound } = splitText(text)
  const about = t`Lets the browser fill in the code at this address only|Lässt den Browser den Code nur bei dieser Adresse ausfüllen`
  return (
    <li className="grid gap-1.5">
      <Time at={received_at} isLong className="text-small text-soft" />
      <div className="grid max-w-[34rem] gap-3 rounded-[20px] rounded-ss-md bg-tint p-4">
        {code && (
          <p className="flex flex-wrap items-center justify-between gap-2">
            <span className="sr-only">Code: </span>
            <b className="text-3xl tracking-[0.14em] tabular-nums">{code}</b>
            <button type="button" id={`c${id}`} data-copy={code} data-copied={t`Copied|Kopiert`} className={COPY}>
              <Icon path={SHEETS} />
              <span>{t`Copy code|Code kopieren`}</span>
            </button>
          </p>
        )}
        <p className="wrap-anywhere whitespace-pre-line">
          {words.split(LINK).map((part, at) => (at % 2 === 0 ? part : <Link key={part} href={part} />))}
        </p>
        {bound && (
          <p className="font-mono text-small wrap-anywhere text-soft" title={about}>
            {bound}
          </p>
        )}
      </div>
    </li>
  )
}

const BACK = 'grid size-11 place-items-center rounded-full text-brand hover:bg-tint md:hidden'

const Thread = ({ number, messages }: { number: string; messages: readonly Message[] }) => (
  <section className="grid content-start gap-5" aria-labelledby="thread">
    <header className="flex items-center gap-3">
      <a className={BACK} href="/" aria-label={useTexts()`All numbers|Alle Nummern`}>
        <Icon path="m12.500 4-6 6 6 6" className="size-6" />
      </a>
      <H1 id="thread" className="text-2xl tabular-nums" text={formatNumber(number)} />
    </header>
    {messages.length === 0 && (
      <P text="Nothing has arrived for this number yet.|Für diese Nummer ist noch nichts angekommen." />
    )}
    {/* Newest first: what just arrived needs no scrolling. */}
    <ol reversed className="grid gap-5">
      {messages.toReversed().map((message) => (
        <Bubble key={message.id} message={message} />
      ))}
    </ol>
  </section>
)

/** The messages app: all numbers, and the messages of one. */
export function PhonePage(props: PhonePageProps) {
  const { number, messages, version } = props
  const of = number ? `${formatNumber(number)} · ` : ''
  return (
    <PhoneScreen
      open="messages"
      title={`${of}Messages|${of}Nachrichten`}
      address={addressOf(number)}
      live={{ version, events: '/events', announce: 'New message.|Neue Nachricht.' }}
      width="max-w-4xl"
      className="grid gap-8 max-md:content-start md:grid-cols-[19rem_minmax(0,1fr)]"
    >
      <Numbers {...props} />
      <div className="md:border-s md:border-line md:ps-8">
        {number ? (
          <Thread {...{ number, messages }} />
        ) : (
          <div className="grid justify-items-center gap-3 py-16 text-soft max-md:hidden">
            <Avatar />
            <P text="Open a number|Nummer öffnen" className="" />
          </div>
        )}
      </div>
    </PhoneScreen>
  )
}

export const NotFoundPage = () => (
  <PhoneScreen open="messages" title="Not found|Nicht gefunden" className="grid content-start gap-5">
    <H1 text="Not found|Nicht gefunden" />
    <P text="There is nothing at this address.|Unter dieser Adresse ist nichts." />
    <TextLink href="/" text="All numbers|Alle Nummern" />
  </PhoneScreen>
)
