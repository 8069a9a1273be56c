import { MINUTE_MS } from '@avouch/contract'
import { Button, CopyButton, Field, NEW_TAB, PostButton, TextLink } from '../ui/forms.tsx'
import { Fold, H1, Icon, Note, P, useTexts } from '../ui/parts.tsx'
import { findCode, formatNumber, LINK, type Message, splitText } from './message.ts'
import { PhoneScreen } from './shell.tsx'

const addressOf = (number: string | undefined) => (number ? `/?${new URLSearchParams({ number })}` : '/')

const WHEN = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
const Time = ({ at }: { at: string }) => (
  <time dateTime={at} className="text-small text-soft">
    {useTexts().moment(at, WHEN)}
  </time>
)

const Avatar = ({ px, className }: { px: number; className?: string }) => (
  <img src="/assets/app.svg" alt="" width={px} height={px} className={className} />
)

const isFresh = ({ received_at }: Message) => Date.now() - Date.parse(received_at) < 10 * MINUTE_MS

/** Shows the code of a fresh message large. */
function FreshCode({ message }: { message: Message }) {
  const t = useTexts()
  const code = findCode(message.text)
  if (code === undefined || !isFresh(message)) return null
  return (
    <section className="fresh" aria-label={t`Demo`}>
      <p>
        {t`Demo: your code is|Demo: Dein Code ist`} <b>{code.replace(/^(\d{3})(\d{3})$/, '$1 $2')}</b>
      </p>
      <CopyButton id={`f${message.id}`} value={code} />
    </section>
  )
}

const NUMBER = {
  name: 'number',
  type: 'tel',
  required: true,
  label: 'Mobile number|Handynummer',
  hint: 'For example +49 1512 3456789|Zum Beispiel +49 1512 3456789',
}
const NO_NUMBER = 'This is not a number with its country code.|Das ist keine Nummer mit Ländervorwahl.'

type InboxProps = {
  /** Typed instead of a number. */
  mistyped: string | undefined
  /** The last message of each number, the newest first. */
  latest: readonly Message[]
}

function Inbox({ mistyped, latest: [newest, ...older] }: InboxProps) {
  return (
    <>
      <H1 className="sr-only" text="Messages|Nachrichten" />
      {newest ? (
        <>
          <FreshCode message={newest} />
          <ul className="chats">
            {[newest, ...older].map(({ id, to, text, received_at }) => (
              <li key={id}>
                <a href={addressOf(to)} id={`n${to.slice(1)}`}>
                  <Avatar px={44} />
                  <b>Avouch</b> <Time at={received_at} />
                  <span>{formatNumber(to)}</span>
                  <span>{splitText(text).words}</span>
                </a>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <P text="No messages yet. Every SMS that the product sends arrives here, whatever the number. Numbers that end in 0000 cannot be reached.|Noch keine Nachrichten. Jede SMS des Produkts kommt hier an, an welche Nummer auch immer. Nummern, die auf 0000 enden, sind nicht erreichbar." />
      )}
      <Fold title="Another number|Andere Nummer" open={mistyped !== undefined}>
        <form className="grid gap-3" method="get" action="/">
          <Field {...NUMBER} error={mistyped && NO_NUMBER} defaultValue={mistyped} />
          <Button look="plain" text="Show|Anzeigen" />
        </form>
      </Fold>
    </>
  )
}

const Link = ({ href }: { href: string }) => (
  <TextLink className="text-brand underline" href={href} {...NEW_TAB} text={href} />
)

function Bubble({ message: { id, text, received_at } }: { message: Message }) {
  const t = useTexts()
  const code = findCode(text)
  const { words, bound } = splitText(text)
  const about = t`Lets the browser fill in the code at this address only|Lässt den Browser den Code nur bei dieser Adresse ausfüllen`
  return (
    <li>
      <Time at={received_at} />
      <div className="bubble">
        <p className="wrap-anywhere whitespace-pre-line">
          {words.split(LINK).map((part, at) => (at % 2 ? <Link key={part} href={part} /> : part))}
        </p>
        {bound && (
          <p className="font-mono text-small wrap-anywhere text-soft" title={about}>
            {bound}
          </p>
        )}
        {code && (
          <p className="flex flex-wrap items-center justify-between gap-2">
            <b className="text-2xl tracking-[0.12em] tabular-nums">{code}</b>
            <CopyButton id={`c${id}`} value={code} />
          </p>
        )}
      </div>
    </li>
  )
}

/** Switches the reception of a phone off and on. */
function Reception({ number, isAway }: { number: string; isAway: boolean }) {
  const away = isAway ? undefined : 'yes'
  return (
    <section className="grid gap-2">
      {isAway && (
        <Note text="No reception: SMS to this phone do not arrive, not even later.|Kein Empfang: SMS an dieses Handy kommen nicht an, auch nicht später." />
      )}
      <PostButton
        to="/reception"
        fields={{ number, away }}
        look={isAway ? 'main' : 'quiet'}
        text={isAway ? 'Switch on reception|Empfang einschalten' : 'Switch off reception|Empfang ausschalten'}
      />
    </section>
  )
}

/** Stands at the top of a thread. */
const Sender = ({ number }: { number: string }) => (
  <div className="-ms-3 flex min-w-0 items-center gap-1.5">
    <a className="grid size-11 place-items-center" href="/" aria-label={useTexts()`All messages|Alle Nachrichten`}>
      <Icon path="m12.500 4-6 6 6 6" className="size-6 text-brand" />
    </a>
    <Avatar px={36} className="max-[23rem]:hidden" />
    <div className="min-w-0 leading-tight">
      <H1 className="text-lg" text="Avouch" />
      <P className="text-small text-soft tabular-nums" text={formatNumber(number)} />
    </div>
  </div>
)

type PhonePageProps = InboxProps & {
  /** The number of the messages that are shown, oldest first. */
  number: string | undefined
  isAway: boolean
  messages: readonly Message[]
  version: string
}

/** The messages app: all numbers, or the messages of one. */
export function PhonePage({ number, isAway, messages, version, ...inbox }: PhonePageProps) {
  const of = number ? `${formatNumber(number)} · ` : ''
  return (
    <PhoneScreen
      open="phone"
      title={`${of}Messages|${of}Nachrichten`}
      address={addressOf(number)}
      live={{ version, events: '/events', announce: 'New message.|Neue Nachricht.' }}
      brand={number && <Sender number={number} />}
      className={number ? 'thread' : 'flex flex-col gap-5'}
    >
      {number ? (
        <div className="flex grow flex-col justify-between gap-4">
          <ol>
            {messages.length === 0 && (
              <li>
                <P text="Nothing has arrived for this number yet.|Für diese Nummer ist noch nichts angekommen." />
              </li>
            )}
            {messages.map((message) => (
              <Bubble key={message.id} message={message} />
            ))}
          </ol>
          <Reception {...{ number, isAway }} />
        </div>
      ) : (
        <Inbox {...inbox} />
      )}
    </PhoneScreen>
  )
}

export const NotFoundPage = () => (
  <PhoneScreen open="phone" title="Not found|Nicht gefunden" className="grid content-start gap-5">
    <H1 text="Not found|Nicht gefunden" />
    <P text="There is nothing at this address.|Unter dieser Adresse ist nichts." />
    <TextLink href="/" text="All messages|Alle Nachrichten" />
  </PhoneScreen>
)
