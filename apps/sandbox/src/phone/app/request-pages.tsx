import { isolated, type KycStatus, MINIMUM_AGE } from '@avouch/contract'
import { moment, money, type Words } from '../../http/language.ts'
import { Button, ButtonLink, NEW_TAB, P, PostButton, Spinner } from '../../ui/parts.tsx'
import { useLanguage, useTexts } from '../../ui/texts.ts'
import { ENDINGS, GOES_ON, nothingWas } from './endings.ts'
import type { AppRequest, Asks, Stage } from './model.ts'
import { AppScreen, AtTheEnd, Message, Note } from './parts.tsx'
import { PayPart } from './payment-part.tsx'

const PATH = '/app/request'
const POLL_MS = 3_000

type StageProps<S extends AppRequest['stage']> = { request: Stage<S> }

const asking = (provider: string): Words => `${isolated(provider)} asks|${isolated(provider)} fragt`

/** Who asks for what, above everything that is decided. */
function Question({ asks }: { asks: Asks }) {
  const t = useTexts()
  const provider = isolated(asks.provider)
  const age = asks.minimumAge ?? MINIMUM_AGE
  return (
    <div className="rounded-card bg-tint px-5 py-4 wrap-anywhere">
      {asks.kind === 'age' && <p>{t(asking(asks.provider))}</p>}
      <p className="text-xl font-bold">
        {asks.kind === 'payment'
          ? t`${provider} asks for a payment|${provider} bittet um eine Zahlung`
          : t`Are you ${age} or over?|Bist du mindestens ${age}?`}
      </p>
    </div>
  )
}

const Refuse = ({ look = 'plain' }: { look?: 'plain' | 'quiet' }) => (
  <PostButton to={`${PATH}/refuse`} look={look}>
    {useTexts()`Refuse|Ablehnen`}
  </PostButton>
)

const ScanLink = () => <ButtonLink href="/app/scan">{useTexts()`Scan a code|Code scannen`}</ButtonLink>

function Compare({ request }: StageProps<'compare'>) {
  const t = useTexts()
  const provider = isolated(request.asks.provider)
  const endsAt = new Date(request.endsAt).toISOString()
  const until = moment(endsAt, useLanguage(), { hour: '2-digit', minute: '2-digit' })
  return (
    <>
      <Question asks={request.asks} />
      <h1 className="text-title">
        {t`Which number is on the other screen?|Welche Zahl steht auf dem anderen Bildschirm?`}
      </h1>
      <P>{t`Did you open ${provider} yourself just now? Then tap the number beside the code.|Hast du ${provider} gerade selbst geöffnet? Dann tippe auf die Zahl neben dem Code.`}</P>
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
          {t`None of these|Keine davon`}
        </Button>
      </form>
      <P
        text="Did someone send you this code, or tell you the number? Then tap “None of these”: you would confirm for them.|Hat dir jemand diesen Code geschickt oder die Zahl gesagt? Dann tippe auf „Keine davon“: Du würdest für diese Person bestätigen."
        className="text-small text-soft"
      />
      {request.network === 'other' && (
        <Note>
          {t`The other screen is in another network than this phone. With mobile data that is normal. Is it in front of you?|Der andere Bildschirm ist in einem anderen Netz als dieses Handy. Mit mobilen Daten ist das normal. Steht er vor dir?`}
        </Note>
      )}
      <P className="text-small text-soft">{t`Until ${until}|Bis ${until}`}</P>
    </>
  )
}

type Hint = { icon: 'paper' | 'wait' | 'bad'; title: Words; text: Words; door?: Words }

const FIRST: Hint = {
  icon: 'paper',
  title: 'First, a short identity check|Zuerst eine kurze Identitätsprüfung',
  text: 'Once only: you show a document, that takes about 2 minutes. It opens in a window of its own; come back here afterwards.|Nur einmal: Du zeigst ein Dokument, das dauert etwa 2 Minuten. Es öffnet sich ein eigenes Fenster; komm danach hierher zurück.',
  door: 'To the identity check|Zur Identitätsprüfung',
}
const BEGUN: Hint = {
  icon: 'wait',
  title: 'Finish the identity check|Schließe die Identitätsprüfung ab',
  text: 'It is open in another window. This page goes on by itself as soon as there is a result.|Sie ist in einem anderen Fenster offen. Diese Seite geht von selbst weiter, sobald es ein Ergebnis gibt.',
  door: 'Open the check again|Prüfung noch einmal öffnen',
}
const REVIEW: Hint = {
  icon: 'wait',
  title: 'A person looks at it|Ein Mensch sieht es sich an',
  text: 'We send you an SMS when it is done. You may close the app meanwhile; this request stays here.|Wir schicken dir eine SMS, wenn es so weit ist. Du kannst die App solange schließen; die Anfrage bleibt hier.',
}
const NOTHING: Hint = {
  icon: 'bad',
  title: 'That check came to nothing|Diese Prüfung hat nicht geklappt',
  text: 'It was interrupted, or the document could not be read. You can try again.|Sie wurde abgebrochen, oder das Dokument war nicht lesbar. Du kannst es noch einmal versuchen.',
  door: 'Check again|Noch einmal prüfen',
}

function hintFor(status: KycStatus, begun: boolean): Hint {
  if (status === 'PENDING_MANUAL_REVIEW') return REVIEW
  if (status !== '') return NOTHING
  return begun ? BEGUN : FIRST
}

function Check({ request: { asks, status, begun } }: StageProps<'check'>) {
  const t = useTexts()
  const hint = hintFor(status, begun)
  return (
    <>
      <Question asks={asks} />
      <Message icon={hint.icon} title={t(hint.title)} text={t(hint.text)}>
        {hint === BEGUN && <Spinner />}
        {hint.door && (
          <ButtonLink href="/app/check" look={hint === BEGUN ? 'plain' : 'main'} {...NEW_TAB}>
            {t(hint.door)}
          </ButtonLink>
        )}
      </Message>
      <AtTheEnd>
        <Refuse look="quiet" />
      </AtTheEnd>
    </>
  )
}

function Ready({ request: { asks, mintid } }: StageProps<'ready'>) {
  const t = useTexts()
  const age = asks.minimumAge ?? MINIMUM_AGE
  const provider = isolated(asks.provider)
  return (
    <>
      <Question asks={asks} />
      <h1 className="text-title">
        {t`Confirm that you are ${age} or over?|Bestätigen, dass du mindestens ${age} bist?`}
      </h1>
      <P>{t`${provider} learns “yes”. No name, no birth date, no number.|${provider} erfährt „ja“. Keinen Namen, kein Geburtsdatum, keine Nummer.`}</P>
      <AtTheEnd>
        <PostButton to={`${PATH}/confirm`} name="mintid" value={mintid}>
          {t`Confirm|Bestätigen`}
        </PostButton>
        <Refuse />
      </AtTheEnd>
    </>
  )
}

/** How a request ended, and where its user goes now. */
function Ended({ request: { how, asks, wayBack, paid } }: StageProps<'ended'>) {
  const t = useTexts()
  const language = useLanguage()
  const [title, text]: readonly [Words, Words] = ENDINGS[how]
  const again = how === 'number' || how === 'over'
  const provider = isolated(asks?.provider ?? '')
  const leaving: Words = `We are taking you back to ${provider}.|Wir bringen dich zurück zu ${provider}.`
  const onward = wayBack && asks && GOES_ON.has(how) ? leaving : text
  const [sum = '', left = ''] = paid
    ? [paid.sum.amount, paid.left].map((one) => money(one, paid.sum.currency, language))
    : []
  const receipt: Words = `${sum} to ${provider}. ${left} are left in your wallet.|${sum} an ${provider}. Du hast noch ${left} Guthaben.`
  return (
    <Message
      icon={['confirmed', 'answered', 'paid', 'done'].includes(how) ? 'good' : 'bad'}
      title={t(title)}
      text={[paid && t(receipt), t(onward), t(nothingWas(how, asks?.kind ?? 'age'))].filter(Boolean).join(' ')}
    >
      {wayBack && <ButtonLink href={wayBack}>{t`Back to ${provider}|Zurück zu ${provider}`}</ButtonLink>}
      {again && <ScanLink />}
      <PostButton to={`${PATH}/done`} look={wayBack || again ? 'plain' : 'main'}>
        {t`Close|Schließen`}
      </PostButton>
    </Message>
  )
}

/** What is to be done at the request's stage; the short stages before are passed without a page. */
function CurrentStage({ request }: { request: AppRequest | undefined }) {
  const t = useTexts()
  if (request?.stage === 'compare') return <Compare request={request} />
  if (request?.stage === 'check') return <Check request={request} />
  if (request?.stage === 'ready') return <Ready request={request} />
  if (request?.stage === 'ended') return <Ended request={request} />
  if (request?.stage === 'pay')
    return (
      <PayPart request={request}>
        <Refuse />
      </PayPart>
    )
  const text = t`Scan the code that a website shows.|Scanne den Code, den eine Website zeigt.`
  return (
    <Message icon="paper" title={t`No request is open|Keine Anfrage offen`} text={text}>
      <ScanLink />
    </Message>
  )
}

type RequestPageProps = { request: AppRequest | undefined; version: number; goTo?: string | undefined }

/** The one page of a request; it says what is to be done now. */
export function RequestPage({ request, version, goTo }: RequestPageProps) {
  const t = useTexts()
  const asks = request && 'asks' in request ? request.asks : undefined
  const title = asks ? t(asking(asks.provider)) : t`A request waits for you|Eine Anfrage wartet auf dich`
  const isWaiting = request?.stage === 'check' || (request?.stage === 'pay' && request.missing > 0)
  const live = { version, ...(isWaiting ? { pollMs: POLL_MS } : {}) }
  return (
    <AppScreen address={PATH} title={title} live={live} goTo={goTo}>
      <CurrentStage request={request} />
    </AppScreen>
  )
}
