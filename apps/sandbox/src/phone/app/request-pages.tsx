import { HOUR_MS, isolated, type KycStatus, MINIMUM_AGE, SECOND_MS } from '@avouch/contract'
import type { Words } from '../../http/language.ts'
import { Button, ButtonLink, Form, NEW_TAB, PostButton } from '../../ui/forms.tsx'
import { H1, Note, P, Small, Spinner, useTexts } from '../../ui/parts.tsx'
import { AppScreen, AtTheEnd, Message, type MessageWords } from '../shell.tsx'
import { ENDINGS, EXPLAINED, GOES_ON, GOOD, NOTHING, UNANSWERED } from './endings.ts'
import type { AppRequest, Asks, Stage } from './model.ts'

const PATH = '/app/request'
const POLL_MS = 3_000
const TO_THE_CHECK = 'To the identity check|Zur Identitätsprüfung'

type StageProps<S extends AppRequest['stage']> = { request: Stage<S> }

function Question({ asks }: { asks: Asks }) {
  const t = useTexts()
  const provider = isolated(asks.provider)
  const age = asks.minimumAge ?? MINIMUM_AGE
  return (
    <div className="rounded-card bg-tint px-5 py-4 wrap-anywhere">
      {asks.kind === 'age' && <p>{t`${provider} asks|${provider} fragt`}</p>}
      <p className="text-xl font-bold">
        {asks.kind === 'payment'
          ? t`${provider} asks for a payment|${provider} bittet um eine Zahlung`
          : t`Are you ${age} or over?|Bist du ${age} oder älter?`}
      </p>
    </div>
  )
}

const Refuse = ({ look = 'plain' }: { look?: 'plain' | 'quiet' }) => (
  <PostButton to={`${PATH}/refuse`} look={look} text="Refuse|Ablehnen" />
)
const ScanLink = () => <ButtonLink href="/app/scan" text="Scan a code|Code scannen" />

const PICK = { look: 'plain', name: 'number' } as const
function Compare({ request }: StageProps<'compare'>) {
  const t = useTexts()
  const provider = isolated(request.asks.provider)
  const until = t.moment(new Date(request.endsAt).toISOString(), { hour: '2-digit', minute: '2-digit' })
  return (
    <>
      <Question asks={request.asks} />
      <H1 text="Which number is on the other screen?|Welche Zahl steht auf dem anderen Bildschirm?" />
      <P>
        {t`Did you open ${provider} yourself just now? Then tap the number beside the code.|Hast du ${provider} gerade selbst geöffnet? Dann tippe auf die Zahl neben dem Code.`}
      </P>
      <Form className="grid grid-cols-3 gap-3" to={`${PATH}/number`}>
        {request.numbers.map((number) => (
          <Button
            key={number}
            {...PICK}
            className="min-h-20! text-3xl tabular-nums"
            value={number}
            id={`number-${number}`}
          >
            {number}
          </Button>
        ))}
        <Button {...PICK} className="col-span-3" value="" id="number-none" text="None of these|Keine davon" />
      </Form>
      <Small text="Did someone send you this code, or tell you the number? Then tap “None of these”: you would confirm for them.|Hat dir jemand diesen Code geschickt oder die Zahl gesagt? Dann tippe auf „Keine davon“: Du würdest für diese Person bestätigen." />
      {request.network === 'other' && (
        <Note text="The other screen is in another network than this phone. With mobile data that is normal. Is it in front of you?|Der andere Bildschirm ist in einem anderen Netz als dieses Handy. Mit mobilen Daten ist das normal. Steht er vor dir?" />
      )}
      <Small>{t`Until ${until}|Bis ${until}`}</Small>
    </>
  )
}

type Hint = MessageWords & { door?: Words }

const FIRST: Hint = {
  icon: 'paper',
  title: 'First, a short identity check|Zuerst eine kurze Identitätsprüfung',
  text: 'Once only: you show a document, that takes about 2 minutes. It opens in a window of its own; come back here afterwards.|Nur einmal: Du zeigst ein Dokument, das dauert etwa 2 Minuten. Es öffnet sich ein eigenes Fenster; komm danach hierher zurück.',
  door: TO_THE_CHECK,
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
const FAILED: Hint = {
  icon: 'bad',
  title: 'That check came to nothing|Diese Prüfung hat nicht geklappt',
  text: 'It was interrupted, or the document could not be read. You can try again.|Sie wurde abgebrochen, oder das Dokument war nicht lesbar. Du kannst es noch einmal versuchen.',
  door: 'Check again|Noch einmal prüfen',
}

function hintFor(status: KycStatus, begun: boolean): Hint {
  if (status === 'PENDING_MANUAL_REVIEW') return REVIEW
  if (status !== '') return FAILED
  return begun ? BEGUN : FIRST
}

function Check({ request: { asks, status, begun } }: StageProps<'check'>) {
  const hint = hintFor(status, begun)
  return (
    <>
      <Question asks={asks} />
      <Message {...hint}>
        {hint === BEGUN && <Spinner />}
        {hint.door && (
          <ButtonLink href="/app/check" look={hint === BEGUN ? 'plain' : 'main'} text={hint.door} {...NEW_TAB} />
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
      <H1>{t`Confirm that you are ${age} or over?|Bestätigen, dass du ${age} oder älter bist?`}</H1>
      <P>
        {t`${provider} learns “yes”. No name, no birth date, no number.|${provider} erfährt „ja“. Keinen Namen, kein Geburtsdatum, keine Nummer.`}
      </P>
      <AtTheEnd>
        <PostButton to={`${PATH}/confirm`} name="mintid" value={mintid} text="Confirm|Bestätigen" />
        <Refuse />
      </AtTheEnd>
    </>
  )
}

const AGE_FIRST =
  'This may be bought from 18 only. Prove your age first, once.|Das gibt es erst ab 18. Weise zuerst dein Alter nach, einmalig.'
const PIN_CHANGED =
  'Your PIN was changed a short while ago. To protect you, payments wait.|Deine PIN wurde vor Kurzem neu gesetzt. Zu deinem Schutz warten Zahlungen noch.'

function Obstacle({ request: { obstacle, heldSeconds } }: StageProps<'pay'>) {
  const t = useTexts()
  if (obstacle === undefined) return null
  const hours = heldSeconds && Math.ceil((heldSeconds * SECOND_MS) / HOUR_MS)
  if (obstacle === 'held')
    return (
      <Note isProblem>
        {t(PIN_CHANGED)} {hours ? t`Again in ${hours} hours.|Wieder in ${hours} Stunden.` : ''}
      </Note>
    )
  return (
    <>
      <Note isProblem text={AGE_FIRST} />
      <ButtonLink href="/app/check" look="plain" text={TO_THE_CHECK} {...NEW_TAB} />
    </>
  )
}

function Pay({ request }: StageProps<'pay'>) {
  const t = useTexts()
  const { bill, reserved, mintid, asks } = request
  const [provider, minimumAge] = [isolated(asks.provider), asks.minimumAge]
  const [sum = '', available = '', missing = ''] = [bill.amount, request.available, request.missing].map((amount) =>
    t.money(amount, bill.currency),
  )
  return (
    <>
      <div className="rounded-card bg-tint px-5 py-4 text-center wrap-anywhere">
        <p>{t`${provider} asks for a payment|${provider} bittet um eine Zahlung`}</p>
        <p className="text-4xl font-bold tabular-nums">{sum}</p>
        <p>
          <bdi>{bill.description}</bdi>
        </p>
        <Small>{t`In your wallet: ${available}|Dein Guthaben: ${available}`}</Small>
        {minimumAge !== null && <Small>{t`From ${minimumAge} only|Erst ab ${minimumAge}`}</Small>}
      </div>
      <H1 text="Pay from your wallet?|Mit deinem Guthaben bezahlen?" />
      <P text="The amount leaves your wallet at once. The website does not learn who has paid.|Der Betrag wird sofort abgebucht. Die Website erfährt nicht, wer bezahlt hat." />
      {!bill.live && <Note text="A test: no money moves.|Ein Test: Es fließt kein Geld." />}
      {reserved && (
        <Note text="The amount is set aside for this payment.|Der Betrag ist für diese Zahlung zurückgelegt." />
      )}
      <Obstacle request={request} />
      <AtTheEnd>
        {request.missing === 0 ? (
          <PostButton to={`${PATH}/confirm`} name="mintid" value={mintid}>
            {t`Pay ${sum}|${sum} bezahlen`}
          </PostButton>
        ) : (
          <PostButton to={`${PATH}/top-up`}>{t`${missing} are missing: top up|${missing} fehlen: aufladen`}</PostButton>
        )}
        <Refuse />
      </AtTheEnd>
    </>
  )
}

function Ended({ request: { how, asks, wayBack, paid } }: StageProps<'ended'>) {
  const t = useTexts()
  const again = how === 'number' || how === 'over'
  const provider = isolated(asks?.provider ?? '')
  const [sum = '', left = ''] = paid ? [paid.sum.amount, paid.left].map((one) => t.money(one, paid.sum.currency)) : []
  const said = [
    paid &&
      t`${sum} to ${provider}. ${left} are left in your wallet.|${sum} an ${provider}. Du hast noch ${left} Guthaben.`,
    wayBack && asks && GOES_ON.has(how)
      ? t`We are taking you back to ${provider}.|Wir bringen dich zurück zu ${provider}.`
      : t(EXPLAINED[how]),
    UNANSWERED.has(how) && t(NOTHING[asks?.kind ?? 'age']),
  ]
  return (
    <Message icon={GOOD.has(how) ? 'good' : 'bad'} title={ENDINGS[how]} text={said.filter(Boolean).join(' ')}>
      {wayBack && <ButtonLink href={wayBack}>{t`Back to ${provider}|Zurück zu ${provider}`}</ButtonLink>}
      {again && <ScanLink />}
      <PostButton to={`${PATH}/done`} look={wayBack || again ? 'plain' : 'main'} text="Close|Schließen" />
    </Message>
  )
}

const NONE: MessageWords = {
  icon: 'paper',
  title: 'No request is open|Keine Anfrage offen',
  text: 'Scan the code that a website shows.|Scanne den Code, den eine Website zeigt.',
}

/** Asks for the next step. The stages before the first question have no page. */
function CurrentStage({ request }: { request: AppRequest | undefined }) {
  if (request?.stage === 'compare') return <Compare request={request} />
  if (request?.stage === 'check') return <Check request={request} />
  if (request?.stage === 'ready') return <Ready request={request} />
  if (request?.stage === 'ended') return <Ended request={request} />
  if (request?.stage === 'pay') return <Pay request={request} />
  return (
    <Message {...NONE}>
      <ScanLink />
    </Message>
  )
}

type RequestPageProps = { request: AppRequest | undefined; version: number; goTo?: string | undefined }

export function RequestPage({ request, version, goTo }: RequestPageProps) {
  const t = useTexts()
  const asks = request && 'asks' in request ? request.asks : undefined
  const provider = isolated(asks?.provider ?? '')
  const title = asks ? t`${provider} asks|${provider} fragt` : 'A request waits for you|Eine Anfrage wartet auf dich'
  const isWaiting = request?.stage === 'check' || (request?.stage === 'pay' && request.missing > 0)
  const live = { version, ...(isWaiting && { pollMs: POLL_MS }) }
  return (
    <AppScreen address={PATH} title={title} live={live} goTo={goTo}>
      <CurrentStage request={request} />
    </AppScreen>
  )
}
