import { isolated, type Language, MINIMUM_AGE } from '@avouch/contract'
import type { ReactNode } from 'react'
import { moment, textsIn, type Words } from '../../http/language.ts'
import { Button, ButtonLink, newTab, PostButton, Spinner } from '../../ui/parts.tsx'
import { ENDINGS } from './endings.ts'
import type { AppRequest, Asks, Stage } from './model.ts'
import { AppScreen, AtTheEnd, Message } from './parts.tsx'
import { PayPart } from './payment-part.tsx'

const PATH = '/app/request'
const POLL_MS = 3_000

type StageProps<S extends AppRequest['stage']> = { language: Language; request: Stage<S> }

const asking = (provider: string): Words => [`${isolated(provider)} asks`, `${isolated(provider)} fragt`]

/** Who asks for what, above everything that is decided. */
function Question({ asks, language }: { asks: Asks; language: Language }) {
  const t = textsIn(language)
  const provider = isolated(asks.provider)
  const age = asks.minimumAge ?? MINIMUM_AGE
  return (
    <div className="rounded-card bg-tint px-5 py-4 wrap-anywhere">
      {asks.kind === 'payment' ? null : <p>{t(...asking(asks.provider))}</p>}
      <p className="text-xl font-bold">
        {asks.kind === 'payment'
          ? t(`${provider} asks for a payment`, `${provider} bittet um eine Zahlung`)
          : t(`Are you ${age} or over?`, `Bist du mindestens ${age}?`)}
      </p>
    </div>
  )
}

const Refuse = ({ language, look = 'plain' }: { language: Language; look?: 'plain' | 'quiet' }) => (
  <PostButton to={`${PATH}/refuse`} look={look}>
    {textsIn(language)('Refuse', 'Ablehnen')}
  </PostButton>
)

function Compare({ request, language }: StageProps<'compare'>) {
  const t = textsIn(language)
  const provider = isolated(request.asks.provider)
  const endsAt = new Date(request.endsAt).toISOString()
  const until = moment(endsAt, language, { hour: '2-digit', minute: '2-digit' })
  return (
    <>
      <Question asks={request.asks} language={language} />
      <h1 className="text-title">
        {t('Which number is on the other screen?', 'Welche Zahl steht auf dem anderen Bildschirm?')}
      </h1>
      <p className="text-soft">
        {t(
          `Did you open ${provider} yourself just now? Then tap the number beside the code.`,
          `Hast du ${provider} gerade selbst geöffnet? Dann tippe auf die Zahl neben dem Code.`,
        )}
      </p>
      <form className="grid grid-cols-3 gap-3" method="post" action={`${PATH}/number`}>
        {request.numbers.map((number) => (
          <Button
            key={number}
            look="plain"
            className="min-h-20! text-3xl tabular-nums"
            name="number"
            value={number}
            id={`number-${number}`}
          >
            {number}
          </Button>
        ))}
        <Button look="plain" className="col-span-3" name="number" value="" id="number-none">
          {t('None of these', 'Keine davon')}
        </Button>
      </form>
      <p className="text-small text-soft">
        {t(
          'Did somebody send you this code, or tell you the number? Then tap “None of these”: you would confirm for them.',
          'Hat dir jemand diesen Code geschickt oder die Zahl gesagt? Dann tippe auf „Keine davon“: Du würdest für diese Person bestätigen.',
        )}
      </p>
      {request.network === 'other' ? (
        <Note>
          {t(
            'The other screen is in another network than this phone. With mobile data that is normal. Is it in front of you?',
            'Der andere Bildschirm ist in einem anderen Netz als dieses Telefon. Mit mobilen Daten ist das normal. Steht er vor dir?',
          )}
        </Note>
      ) : null}
      <p className="text-small text-soft">{t(`Until ${until}`, `Bis ${until}`)}</p>
    </>
  )
}

function Check({ request: { status, begun }, language }: StageProps<'check'>) {
  const t = textsIn(language)
  const door = (label: string, look: 'main' | 'plain' = 'main') => (
    <ButtonLink href="/app/check" look={look} {...newTab()}>
      {label}
    </ButtonLink>
  )
  if (status === 'PENDING_MANUAL_REVIEW')
    return (
      <Message
        icon="wait"
        title={t('A person looks at it', 'Ein Mensch sieht es sich an')}
        text={t(
          'We send you an SMS when it is done. You may close the app meanwhile; this request stays here.',
          'Wir schicken dir eine SMS, wenn es so weit ist. Du kannst die App solange schließen; die Anfrage bleibt hier.',
        )}
      />
    )
  if (status !== '')
    return (
      <Message
        icon="bad"
        title={t('That check came to nothing', 'Diese Prüfung hat nicht geklappt')}
        text={t(
          'It was interrupted, or the document could not be read. You can try again.',
          'Sie wurde abgebrochen, oder das Dokument war nicht lesbar. Du kannst es noch einmal versuchen.',
        )}
      >
        {door(t('Check again', 'Noch einmal prüfen'))}
      </Message>
    )
  if (begun)
    return (
      <Message
        icon="wait"
        title={t('Finish the identity check', 'Schließe die Identitätsprüfung ab')}
        text={t(
          'It is open in another window. This page goes on by itself as soon as there is a result.',
          'Sie ist in einem anderen Fenster offen. Diese Seite geht von selbst weiter, sobald es ein Ergebnis gibt.',
        )}
      >
        <Spinner />
        {door(t('Open the check again', 'Prüfung noch einmal öffnen'), 'plain')}
      </Message>
    )
  return (
    <Message
      icon="paper"
      title={t('First, a short identity check', 'Zuerst eine kurze Identitätsprüfung')}
      text={t(
        'Once only: you show a document, that takes about 2 minutes. It opens in a window of its own; come back here afterwards.',
        'Nur einmal: Du zeigst ein Dokument, das dauert etwa 2 Minuten. Es öffnet sich ein eigenes Fenster; komm danach hierher zurück.',
      )}
    >
      {door(t('To the identity check', 'Zur Identitätsprüfung'))}
    </Message>
  )
}

function Ready({ request: { asks, mintid }, language }: StageProps<'ready'>) {
  const t = textsIn(language)
  const age = asks.minimumAge ?? MINIMUM_AGE
  const provider = isolated(asks.provider)
  return (
    <>
      <Question asks={asks} language={language} />
      <h1 className="text-title">
        {t(`Confirm that you are ${age} or over?`, `Bestätigen, dass du mindestens ${age} bist?`)}
      </h1>
      <p className="text-soft">
        {t(
          `${provider} learns “yes”. No name, no birth date, no number.`,
          `${provider} erfährt „ja“. Keinen Namen, kein Geburtsdatum, keine Nummer.`,
        )}
      </p>
      <AtTheEnd>
        <PostButton to={`${PATH}/confirm`} name="mintid" value={mintid}>
          {t('Confirm', 'Bestätigen')}
        </PostButton>
        <Refuse language={language} />
      </AtTheEnd>
    </>
  )
}

/** How a request ended, and where its user goes now. */
function Ended({ request: { how, asks, wayBack }, language }: StageProps<'ended'>) {
  const t = textsIn(language)
  const [title, text]: readonly [Words, Words] = ENDINGS[how]
  const again = how === 'number' || how === 'over'
  const provider = isolated(asks?.provider ?? '')
  return (
    <Message
      icon={how === 'confirmed' || how === 'paid' ? 'good' : 'bad'}
      title={t(...title)}
      text={
        wayBack && asks
          ? t(`We are taking you back to ${provider}.`, `Wir bringen dich zurück zu ${provider}.`)
          : t(...text)
      }
    >
      {wayBack ? <ButtonLink href={wayBack}>{t(`Back to ${provider}`, `Zurück zu ${provider}`)}</ButtonLink> : null}
      {again ? <ScanLink language={language} /> : null}
      <PostButton to="/app/request/done" look={wayBack || again ? 'plain' : 'main'}>
        {t('Close', 'Schließen')}
      </PostButton>
    </Message>
  )
}

const ScanLink = ({ language }: { language: Language }) => (
  <ButtonLink href="/app/scan">{textsIn(language)('Scan a code', 'Code scannen')}</ButtonLink>
)

/** What is to be done at the request's stage; the short stages before are passed without a page. */
function stageOf(request: AppRequest | undefined, language: Language): ReactNode {
  const t = textsIn(language)
  switch (request?.stage) {
    case 'compare':
      return <Compare {...{ request, language }} />
    case 'check':
      return (
        <>
          <Question asks={request.asks} language={language} />
          <Check {...{ request, language }} />
          <AtTheEnd>
            <Refuse language={language} look="quiet" />
          </AtTheEnd>
        </>
      )
    case 'pay':
      return (
        <PayPart {...{ request, language }}>
          <Refuse language={language} />
        </PayPart>
      )
    case 'ready':
      return <Ready {...{ request, language }} />
    case 'ended':
      return <Ended {...{ request, language }} />
    default:
      return (
        <Message
          icon="paper"
          title={t('No request is open', 'Keine Anfrage offen')}
          text={t('Scan the code that a website shows.', 'Scanne den Code, den eine Website zeigt.')}
        >
          <ScanLink language={language} />
        </Message>
      )
  }
}

type RequestPageProps = {
  language: Language
  request: AppRequest | undefined
  version: number
  goTo?: string | undefined
}

/** The one page of a request; it says what is to be done now. */
export function RequestPage({ language, request, version, goTo }: RequestPageProps) {
  const t = textsIn(language)
  const title =
    request && 'asks' in request && request.asks
      ? t(...asking(request.asks.provider))
      : t('A request waits for you', 'Eine Anfrage wartet auf dich')
  const live = { version, ...(request?.stage === 'check' ? { pollMs: POLL_MS } : {}) }
  return (
    <AppScreen language={language} address={PATH} title={title} live={live} goTo={goTo}>
      {stageOf(request, language)}
    </AppScreen>
  )
}
