import type { ReactNode } from 'react'
import type { Words } from '../http/language.ts'
import { formatNumber } from '../phone/message.ts'
import { ButtonLink, CopyButton, NEW_TAB, OpensTab, PostButton, TextLink, WEBSITE_TAB } from '../ui/forms.tsx'
import { Art, Card, H1, H2, Note, P, Small, Spinner, useTexts } from '../ui/parts.tsx'
import type { Entry, Journal, Run } from './journal.ts'
import { type Addresses, StartShell } from './start-page.tsx'
import { isOver, nextStep, PIN, SEE_END, STORIES } from './stories.ts'

type Props = {
  run: Run
  journal: Journal
  /** Its store is the one that this browser uses now. */
  isRunning: boolean
  isPhone: boolean
  addresses: Addresses
  version: string
}

/** Something to type at the product, with a button that copies it. */
function Given({ name, value, copy }: { name: Words; value: string; copy: string }) {
  const t = useTexts()
  return (
    <div className="given">
      <dt className="text-small text-soft">{t(name)}</dt>
      <dd className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <b className="text-xl tabular-nums sm:whitespace-nowrap">{value}</b>
        <CopyButton id={`copy-${copy}`} value={copy} about={name} />
      </dd>
    </div>
  )
}

/** The next step in one line, and the page where it is made. */
function Next({ run, journal: { progress, code }, isPhone, addresses }: Props) {
  const { slug, number } = run
  const { path, website, isProven } = STORIES[slug]
  const isEnd = isOver(progress)
  const open = (href: string, text: Words) => (
    <ButtonLink href={href} {...(!isPhone && (href === path ? WEBSITE_TAB : NEW_TAB))} text={text}>
      {!isPhone && <OpensTab />}
    </ButtonLink>
  )
  const inApp = slug === 'app' || slug === 'pay'
  const isTyping = !inApp && (progress === 'begin' || progress === 'asked')
  return (
    <Card aria-labelledby="next" className="step">
      <div className="grid content-start gap-4">
        <H2
          id="next"
          className="text-small font-semibold text-brand"
          text={isEnd ? 'The end|Das Ende' : 'Your next step|Dein nächster Schritt'}
        />
        {progress === 'preparing' && <Spinner />}
        <P className="text-lede" text={nextStep(slug, progress)} />
        <div className="grid gap-2 sm:grid-flow-col sm:auto-cols-[minmax(0,16rem)]">
          {progress === 'begin' &&
            open(path, path === '/wine' ? 'Open the shop|Laden öffnen' : 'Open the cinema|Kino öffnen')}
          {progress === 'desk' && open(`${addresses.identity}/desk`, 'Open the review desk|Nachprüfung öffnen')}
          {slug === 'underage' &&
            progress === 'send' &&
            open(`${addresses.product}/operator`, 'Open the console|Konsole öffnen')}
          {progress === 'lost' && open(phoneOf(addresses, run), 'Open the phone|Handy öffnen')}
          {inApp &&
            progress === 'asked' &&
            open(`${addresses.phone}/app${slug === 'app' ? '/scan' : ''}`, 'Open the phone|Handy öffnen')}
          {isEnd && open(path, `See it at ${website}|Bei ${website} ansehen`)}
          {isEnd && <ButtonLink href="/start" look="plain" text="Another story|Eine andere Geschichte" />}
        </div>
      </div>
      {(isTyping || progress === 'code') && (
        <dl className="grid content-start gap-3">
          {isTyping && <Given name="Your number|Deine Nummer" value={formatNumber(number)} copy={number} />}
          {isTyping && <Given name={isProven ? 'PIN' : 'PIN, for example|PIN, zum Beispiel'} value={PIN} copy={PIN} />}
          {progress === 'code' && code && <Given name="Code" value={code} copy={code} />}
        </dl>
      )}
    </Card>
  )
}

function Line({ entry: { at, from, to, title, text, raw } }: { entry: Entry }) {
  const t = useTexts()
  return (
    <li className="entry">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-small text-soft">
        <span>
          {t(from)} <span aria-hidden="true">→</span>
          <span className="sr-only">{t`to|an`}</span> {t(to)}
        </span>
        <time dateTime={at} className="tabular-nums">
          {t.moment(at, { timeStyle: 'medium' })}
        </time>
      </p>
      <p className="font-semibold">{t(title)}</p>
      {text && <p className="wrap-anywhere whitespace-pre-line text-soft">{text}</p>}
      {raw && (
        <details id={`raw-${at}`}>
          <summary className="flex min-h-11 cursor-pointer items-center text-small text-brand">{t`All of it|Alles davon`}</summary>
          <pre tabIndex={0} className="raw">
            {JSON.stringify(raw, null, 2)}
          </pre>
        </details>
      )}
    </li>
  )
}

const NOTHING = 'Nothing|Nichts'
const NOTHING_YET = 'Nothing yet|Noch nichts'
const NUMBER = 'Your number|Deine Nummer'
const NUMBER_ERASED =
  'Your number; deleted after the “no”. An unreadable fingerprint of it stays for a while|Deine Nummer; nach dem Nein gelöscht. Ein unlesbarer Fingerabdruck von ihr bleibt eine Weile'
const DOCUMENT = 'The document that it was shown|Den Ausweis, der ihr gezeigt wurde'
const DOCUMENT_ERASED =
  'The document that it was shown; deleted since|Den Ausweis, der ihr gezeigt wurde; inzwischen gelöscht'
const WHO_ASKS = 'Which website asks|Welche Website fragt'
const OF_AGE =
  'That you are 18 or over, the day of the proof, and an unreadable fingerprint of the document|Dass du 18 oder älter bist, den Tag des Nachweises und einen unlesbaren Fingerabdruck des Ausweises'
const LEARNED = {
  yes: '18 or over: yes. And a pseudonym that no other website sees|18 oder älter: ja. Und ein Pseudonym, das keine andere Website sieht',
  no: '“No”, and not why|„Nein“, und nicht warum',
} as const
const PAID = {
  yes: 'The ticket is paid|Die Karte ist bezahlt',
  no: 'The ticket was paid and paid back|Die Karte wurde bezahlt und zurückgezahlt',
} as const

const Known = ({ className, text }: { className: string; text: Words }) => (
  <span className={className}>{useTexts()(text)}</span>
)

/** Who learned what by now, and what they never learn. */
function Learners({ run: { slug }, journal }: Props) {
  const t = useTexts()
  const { progress, wasAsked, hasNumber, isOfAge, hasDocument, isErased, hits } = journal
  const { website } = STORIES[slug]
  const end = progress === 'yes' || progress === 'no' ? progress : undefined
  const rows: readonly (readonly [who: Words, learned: readonly (Words | false | undefined)[], never: Words])[] = [
    [
      website,
      [end && (slug === 'pay' ? PAID : LEARNED)[end]],
      'Name, date of birth, number, document|Name, Geburtsdatum, Nummer, Ausweis',
    ],
    [
      'Avouch',
      [wasAsked && WHO_ASKS, hasNumber && (isErased ? NUMBER_ERASED : NUMBER), isOfAge && OF_AGE],
      'Name, date of birth, picture|Name, Geburtsdatum, Bild',
    ],
    [
      'Identity check|Identitätsprüfung',
      [hasDocument && (isErased ? DOCUMENT_ERASED : DOCUMENT)],
      'Which website asks, your number|Welche Website fragt, deine Nummer',
    ],
    [
      'Tracker',
      [hits > 0 && `Visits that you agreed to: ${hits}|Besuche, denen du zugestimmt hast: ${hits}`],
      'Who you are, what you typed|Wer du bist, was du getippt hast',
    ],
  ]
  return (
    <Card aria-labelledby="learners">
      <H2 id="learners" text="Who learned what|Wer was erfahren hat" />
      <ul className="learners">
        {rows.map(([who, learned, never]) => (
          <li key={who}>
            <b>{t(who)}</b>
            {learned.map((one) => one && <Known key={one} className="font-semibold text-ok" text={one} />)}
            {!learned.some(Boolean) && <Known className="text-soft" text={end ? NOTHING : NOTHING_YET} />}
            <span className="text-small text-soft">
              {t`Never:|Nie:`} {t(never)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const phoneOf = ({ phone }: Addresses, { number }: Run) => `${phone}/?${new URLSearchParams({ number })}`

const PROVEN =
  'Before: this number registered, typed its code and passed a check, at the same pages as everybody.|Davor: Diese Nummer hat sich registriert, ihren Code getippt und eine Prüfung bestanden, auf denselben Seiten wie alle.'

const GO_WRONG =
  'To see what goes wrong: switch off the reception of your phone, or choose “For testers” at the identity check.|Wenn etwas schiefgehen soll: Schalte den Empfang deines Handys aus, oder wähle bei der Identitätsprüfung „Für Tester“.'

/** Stays open next to a story: the next step, and what happens behind the screens. */
export function StoryPage(props: Props) {
  const { run, journal, isRunning, isPhone, version, addresses } = props
  const { title, text, path, website } = STORIES[run.slug]
  const announce = nextStep(run.slug, journal.progress)
  const again = (to: string, words: Words, look?: 'quiet'): ReactNode => (
    <PostButton to={`/start/${to}`} fields={{ story: run.slug }} look={look} text={words} />
  )
  return (
    <StartShell
      title={title}
      live={{ version, events: '/start/events', announce }}
      className="grid content-start gap-6 py-4 pb-16"
    >
      <div className="flex items-center gap-5">
        <Art name={run.slug} className="art w-28 shrink-0 max-sm:w-20" />
        <div className="grid gap-1">
          <H1 text={title} />
          <P text={text} />
        </div>
      </div>
      {!isRunning && (
        <>
          <Note text="Another story is running in this browser. This one goes on where you left it.|In diesem Browser läuft gerade eine andere Geschichte. Diese geht dort weiter, wo du aufgehört hast." />
          {again('continue', isOver(journal.progress) ? SEE_END : 'Continue this story|Diese Geschichte fortsetzen')}
        </>
      )}
      {isRunning && <Next {...props} />}
      <div className="beside">
        <div className="grid content-start gap-6">
          <Learners {...props} />
          <div className="flex flex-wrap items-center gap-x-6">
            <TextLink href="/start" text="All stories|Alle Geschichten" />
            {isRunning && <TextLink href={path} {...(!isPhone && WEBSITE_TAB)} text={website} />}
            <TextLink href={phoneOf(addresses, run)} {...NEW_TAB} text="Your phone|Dein Handy" />
            {again('begin', 'Begin again|Neu beginnen', 'quiet')}
          </div>
          <Small text={GO_WRONG} />
        </div>
        <Card aria-labelledby="behind">
          <H2 id="behind" className="text-xl" text="Behind the screens|Hinter den Bildschirmen" />
          {journal.isMadeAhead && <P className="text-small text-soft" text={PROVEN} />}
          {journal.entries.length === 0 && (
            <P text="No message has left yet. As soon as one does, it appears here, as it was received.|Noch ist keine Nachricht unterwegs. Sobald es eine gibt, steht sie hier, so wie sie ankam." />
          )}
          <ol className="grid gap-4">
            {journal.entries.map((entry) => (
              <Line key={`${entry.at}${entry.title}`} entry={entry} />
            ))}
          </ol>
        </Card>
      </div>
    </StartShell>
  )
}
