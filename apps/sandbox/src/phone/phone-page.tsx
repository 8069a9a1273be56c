import type { Language } from '@avouch/contract'
import type { ReactNode } from 'react'
import { Document, LanguageSwitch } from '../http/document.tsx'
import { findCode, formatNumber, type Message, splitText } from './message.ts'
import { Apps } from './apps.tsx'
import { type Phrases, phrases } from './phrases.ts'

type PhonePageProps = {
  language: Language
  /** The number whose messages are shown. */
  number: string | undefined
  /** What was typed instead of a number. */
  mistyped?: string | undefined
  /** The last message of each number. */
  latest: readonly Message[]
  messages: readonly Message[]
  version: string
}

const locale = { en: 'en-GB', de: 'de-DE' } as const

function momentOf(at: string, language: Language) {
  const date = new Date(at)
  return {
    time: date.toLocaleTimeString(locale[language], { hour: '2-digit', minute: '2-digit' }),
    day: date.toLocaleDateString(locale[language], { day: 'numeric', month: 'short' }),
    isToday: date.toDateString() === new Date().toDateString(),
  }
}

/** For the list: the shortest that tells when. */
function briefly(at: string, language: Language): string {
  const { time, day, isToday } = momentOf(at, language)
  return isToday ? time : day
}

function when(at: string, language: Language, t: Phrases): string {
  const { time, day, isToday } = momentOf(at, language)
  return `${isToday ? t.today : day}, ${time}`
}

const address = (number: string | undefined, language?: Language): string => {
  const query = new URLSearchParams({ ...(number ? { number } : {}), ...(language ? { lang: language } : {}) })
  return query.size > 0 ? `/?${query}` : '/'
}

function Avatar() {
  return (
    <svg className="avatar" viewBox="0 0 40 40" aria-hidden="true">
      <circle cx="20" cy="20" r="20" />
      <path d="M12 13h16a2.500 2.500 0 0 1 2.500 2.500v8A2.500 2.500 0 0 1 28 26h-7l-5 4.500V26h-4a2.500 2.500 0 0 1-2.500-2.500v-8A2.500 2.500 0 0 1 12 13z" />
    </svg>
  )
}

function NumberForm({ t, mistyped }: { t: Phrases; mistyped: string | undefined }) {
  const bad = mistyped !== undefined
  return (
    <form className="open" method="get" action="/">
      <label htmlFor="number">{t.number}</label>
      <div className="row">
        <input
          id="number"
          name="number"
          type="tel"
          autoComplete="off"
          required
          defaultValue={mistyped ?? ''}
          aria-invalid={bad || undefined}
          aria-describedby={bad ? 'number-error' : 'number-hint'}
        />
        <button type="submit">{t.show}</button>
      </div>
      {bad ? (
        <p className="error" id="number-error">
          {t.badNumber}
        </p>
      ) : (
        <p className="hint" id="number-hint">
          {t.numberExample}
        </p>
      )}
    </form>
  )
}

function Numbers({
  language,
  number,
  mistyped,
  latest,
}: Pick<PhonePageProps, 'language' | 'number' | 'mistyped' | 'latest'>) {
  const t = phrases[language]
  return (
    <section className="numbers" aria-labelledby="numbers">
      {number ? <h2 id="numbers">{t.title}</h2> : <h1 id="numbers">{t.title}</h1>}
      {latest.length === 0 ? (
        <div className="none">
          <Avatar />
          <h2>{t.empty}</h2>
          <p>{t.emptyNote}</p>
        </div>
      ) : (
        <ul>
          {latest.map(({ id, to, text, received_at }) => (
            <li key={id}>
              <a href={address(to)} id={`n${to.slice(1)}`} aria-current={to === number ? 'page' : undefined}>
                <Avatar />
                <b>{formatNumber(to)}</b>
                <time dateTime={received_at}>{briefly(received_at, language)}</time>
                <span>{splitText(text).words}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <NumberForm t={t} mistyped={mistyped} />
    </section>
  )
}

function Bubble({ message, language }: { message: Message; language: Language }) {
  const t = phrases[language]
  const code = findCode(message.text)
  const { words, bound } = splitText(message.text)
  return (
    <li className="message">
      <time dateTime={message.received_at}>{when(message.received_at, language, t)}</time>
      <div className="bubble">
        {code ? (
          <p className="code">
            <span className="unseen">{t.code}: </span>
            <b>{code}</b>
            <button type="button" id={`c${message.id}`} data-copy={code} data-copied={t.copied}>
              <svg viewBox="0 0 20 20" aria-hidden="true">
                <rect x="7" y="7" width="10" height="10" rx="2.500" />
                <path d="M13 7V5.500A2.500 2.500 0 0 0 10.500 3h-5A2.500 2.500 0 0 0 3 5.500v5A2.500 2.500 0 0 0 5.500 13H7" />
              </svg>
              <span>{t.copy}</span>
            </button>
          </p>
        ) : null}
        <p className="text">{words}</p>
        {bound ? (
          <p className="bound" title={t.bound}>
            {bound}
          </p>
        ) : null}
      </div>
    </li>
  )
}

function Thread({ language, number, messages }: { language: Language; number: string; messages: readonly Message[] }) {
  const t = phrases[language]
  return (
    <section className="thread" aria-labelledby="thread">
      <header>
        <a className="back" href={address(undefined)} aria-label={t.back}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="m12.500 4-6 6 6 6" />
          </svg>
        </a>
        <Avatar />
        <h1 id="thread">{formatNumber(number)}</h1>
      </header>
      {messages.length === 0 ? <p className="waiting">{t.emptyThread}</p> : null}
      {/* Newest first: what just arrived needs no scrolling. */}
      <ol reversed>
        {messages.toReversed().map((message) => (
          <Bubble key={message.id} message={message} language={language} />
        ))}
      </ol>
    </section>
  )
}

type FrameProps = Pick<PhonePageProps, 'language'> & {
  number?: string | undefined
  title: string
  version?: string
  children: ReactNode
}

/** The phone around what it shows. */
export function Frame({ language, number, title, version, children }: FrameProps) {
  const t = phrases[language]
  return (
    <Document
      language={language}
      site="phone"
      skip={t.skip}
      title={title}
      events={version === undefined ? undefined : '/events'}
    >
      <header className="top">
        <Apps open="messages" language={language} />
        <LanguageSwitch language={language} label={t.language} href={(to) => address(number, to)} />
      </header>
      <main
        id="main"
        tabIndex={-1}
        className={number ? 'phone reading' : 'phone'}
        data-version={version}
        data-announce={version === undefined ? undefined : t.newMessage}
      >
        {children}
      </main>
    </Document>
  )
}

/** The messages app: all numbers, and the messages of one. */
export function PhonePage(props: PhonePageProps) {
  const { language, number, messages, version } = props
  const t = phrases[language]
  return (
    <Frame
      language={language}
      number={number}
      version={version}
      title={number ? `${formatNumber(number)} · ${t.title}` : t.title}
    >
      <Numbers {...props} />
      {number ? (
        <Thread language={language} number={number} messages={messages} />
      ) : (
        <div className="thread nobody">
          <Avatar />
          <p>{t.open}</p>
        </div>
      )}
    </Frame>
  )
}
