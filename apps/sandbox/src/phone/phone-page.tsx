import type { Language } from '@avouch/contract'
import { moment, textsIn } from '../http/language.ts'
import { Button, Field, Icon, P } from '../ui/parts.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'
import { findCode, formatNumber, type Message, splitLinks, splitText } from './message.ts'
import { PhoneScreen } from './shell.tsx'

type PhonePageProps = {
  /** The number whose messages are shown. */
  number: string | undefined
  /** What was typed instead of a number. */
  mistyped?: string | undefined
  /** The last message of each number. */
  latest: readonly Message[]
  messages: readonly Message[]
  version: string
}

const addressOf = (number: string | undefined) => (number ? `/?${new URLSearchParams({ number })}` : '/')

/** Today's messages show their time, others their day. */
function timesOf(at: string, language: Language) {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  const time = moment(at, language, { hour: '2-digit', minute: '2-digit' })
  const day = moment(at, language, { day: 'numeric', month: 'short' })
  return { short: isToday ? time : day, long: `${isToday ? textsIn(language)`Today|Heute` : day}, ${time}` }
}

const Avatar = () => (
  <span className="grid size-11 shrink-0 place-items-center rounded-full bg-tint text-brand">
    <Icon path="M5 5h10a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-4l-3 3v-3H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2z" className="size-6" />
  </span>
)

function Last({ message: { to, text, received_at }, number }: { message: Message; number: string | undefined }) {
  return (
    <li>
      <a
        href={addressOf(to)}
        id={`n${to.slice(1)}`}
        aria-current={to === number ? 'page' : undefined}
        className="flex items-center gap-3 rounded-2xl p-2 no-underline hover:bg-tint aria-[current]:bg-tint"
      >
        <Avatar />
        <span className="grid min-w-0 flex-1">
          <span className="flex justify-between gap-2">
            <b className="truncate">{formatNumber(to)}</b>
            <time dateTime={received_at} className="shrink-0 text-small text-soft">
              {timesOf(received_at, useLanguage()).short}
            </time>
          </span>
          <span className="truncate text-small text-soft">{splitText(text).words}</span>
        </span>
      </a>
    </li>
  )
}

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
        <Field
          name="number"
          type="tel"
          required
          label={t`Mobile number|Handynummer`}
          hint={t`For example +49 1512 3456789|Zum Beispiel +49 1512 3456789`}
          error={
            mistyped === undefined
              ? undefined
              : t`This is not a number with its country code.|Das ist keine Nummer mit Ländervorwahl.`
          }
          defaultValue={mistyped}
        />
        <Button look="plain">{t`Show|Anzeigen`}</Button>
      </form>
    </section>
  )
}

function Bubble({ message: { id, text, received_at } }: { message: Message }) {
  const t = useTexts()
  const code = findCode(text)
  const { words, bound } = splitText(text)
  return (
    <li className="grid gap-1.5">
      <time dateTime={received_at} className="text-small text-soft">
        {timesOf(received_at, useLanguage()).long}
      </time>
      <div className="grid max-w-[34rem] gap-3 rounded-[20px] rounded-ss-md bg-tint p-4">
        {code && (
          <p className="flex flex-wrap items-center justify-between gap-2">
            <span className="sr-only">{t`Code`}: </span>
            <b className="text-3xl tracking-[0.14em] tabular-nums">{code}</b>
            <button
              type="button"
              id={`c${id}`}
              data-copy={code}
              data-copied={t`Copied|Kopiert`}
              className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-edge bg-raised px-4 font-semibold hover:border-brand"
            >
              <Icon path="M7 7h10v10H7zM13 7V5.500A2.500 2.500 0 0 0 10.500 3h-5A2.500 2.500 0 0 0 3 5.500v5A2.500 2.500 0 0 0 5.500 13H7" />
              <span>{t`Copy code|Code kopieren`}</span>
            </button>
          </p>
        )}
        <p className="wrap-anywhere whitespace-pre-line">
          {splitLinks(words).map(({ text, isLink }) =>
            isLink ? (
              <a key={text} href={text} className="text-brand underline" target="_blank" rel="noopener noreferrer">
                {text}
              </a>
            ) : (
              text
            ),
          )}
        </p>
        {bound && (
          <p
            className="font-mono text-small wrap-anywhere text-soft"
            title={t`Lets the browser fill in the code at this address only|Lässt den Browser den Code nur bei dieser Adresse ausfüllen`}
          >
            {bound}
          </p>
        )}
      </div>
    </li>
  )
}

function Thread({ number, messages }: { number: string; messages: readonly Message[] }) {
  const t = useTexts()
  return (
    <section className="grid content-start gap-5" aria-labelledby="thread">
      <header className="flex items-center gap-3">
        <a
          className="grid size-11 place-items-center rounded-full text-brand hover:bg-tint md:hidden"
          href="/"
          aria-label={t`All numbers|Alle Nummern`}
        >
          <Icon path="m12.500 4-6 6 6 6" className="size-6" />
        </a>
        <h1 id="thread" className="text-2xl tabular-nums">
          {formatNumber(number)}
        </h1>
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
}

/** The messages app: all numbers, and the messages of one. */
export function PhonePage(props: PhonePageProps) {
  const { number, messages, version } = props
  const t = useTexts()
  const title = t`Messages|Nachrichten`
  return (
    <PhoneScreen
      open="messages"
      title={number ? `${formatNumber(number)} · ${title}` : title}
      address={addressOf(number)}
      live={{ version, events: '/events', announce: t`New message.|Neue Nachricht.` }}
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
            <p>{t`Open a number|Nummer öffnen`}</p>
          </div>
        )}
      </div>
    </PhoneScreen>
  )
}

export function NotFoundPage() {
  const t = useTexts()
  const title = t`Not found|Nicht gefunden`
  return (
    <PhoneScreen open="messages" title={title} className="grid content-start gap-5">
      <h1 className="text-title">{title}</h1>
      <P text="There is nothing at this address.|Unter dieser Adresse ist nichts." />
      <a className="flex min-h-11 items-center text-brand underline underline-offset-4" href="/">
        {t`All numbers|Alle Nummern`}
      </a>
    </PhoneScreen>
  )
}
