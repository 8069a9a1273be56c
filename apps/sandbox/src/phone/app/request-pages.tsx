import { type Language, MINIMUM_AGE } from '@avouch/contract'
import { Action, AppShell, Message } from './app-shell.tsx'
import { accountPhrases } from './account-phrases.ts'
import type { AppRequest } from './model.ts'
import { PayPart, Question } from './payment-part.tsx'
import { type RequestPhrases, requestPhrases } from './request-phrases.ts'

const PATH = '/app/request'
const POLL_MS = 3_000

type StageProps<S extends AppRequest['stage']> = { t: RequestPhrases; request: Extract<AppRequest, { stage: S }> }

function Compare({ t, request, language }: StageProps<'compare'> & { language: Language }) {
  const until = new Date(request.endsAt).toLocaleTimeString(language === 'de' ? 'de-DE' : 'en-GB', {
    hour: '2-digit',
    minute: '2-digit',
  })
  return (
    <>
      <Question asks={request.asks} t={t} />
      <h1>{t.compareTitle}</h1>
      <p className="soft">{t.compareText}</p>
      <form className="numbers" method="post" action={`${PATH}/number`}>
        {request.numbers.map((number) => (
          <button key={number} type="submit" name="number" value={number} id={`number-${number}`}>
            {number}
          </button>
        ))}
        <button className="button plain" type="submit" name="number" value="" id="number-none">
          {t.none}
        </button>
      </form>
      <p className="hint">{t.compareWarning}</p>
      <p className="hint">{t.until(until)}</p>
    </>
  )
}

function Check({ t, request }: StageProps<'check'>) {
  const { status, begun } = request
  const door = (label: string, look = '') => (
    <a className={`button ${look}`} href="/app/check" target="_blank" rel="noopener">
      {label}
    </a>
  )
  if (status === 'PENDING_MANUAL_REVIEW') return <Message icon="wait" title={t.reviewTitle} text={t.reviewText} />
  if (status !== '')
    return (
      <Message icon="bad" title={t.failedTitle} text={t.failedText}>
        {door(t.retryCheck)}
      </Message>
    )
  if (begun)
    return (
      <Message icon="wait" title={t.runningTitle} text={t.runningText}>
        <p className="dots" aria-hidden="true" />
        {door(t.checkAgain, 'plain')}
      </Message>
    )
  return (
    <Message icon="paper" title={t.checkTitle} text={t.checkText}>
      {door(t.check)}
    </Message>
  )
}

function Ready({ t, request: { asks, mintid } }: StageProps<'ready'>) {
  return (
    <>
      <Question asks={asks} t={t} />
      <h1>{t.readyTitle(asks.minimumAge ?? MINIMUM_AGE)}</h1>
      <p className="soft">{t.readyText(asks.provider)}</p>
      <div className="actions end">
        <Action to={`${PATH}/confirm`} label={t.confirm} name="mintid" value={mintid} />
        <Action to={`${PATH}/refuse`} label={t.refuse} look="plain" />
      </div>
    </>
  )
}

function Ended({ t, request: { how, asks, wayBack } }: StageProps<'ended'>) {
  const [title, text] = t.ended[how]
  const again = how === 'number' || how === 'over'
  return (
    <Message
      icon={how === 'confirmed' || how === 'paid' ? 'good' : 'bad'}
      title={title}
      text={wayBack && asks ? t.here(asks.provider) : text}
    >
      <div className="actions">
        {wayBack ? (
          <a className="button" href={wayBack}>
            {t.back(asks?.provider ?? '')}
          </a>
        ) : null}
        {again ? (
          <a className="button" href="/app/scan">
            {t.scan}
          </a>
        ) : null}
        <Action to={`${PATH}/done`} label={t.finish} look={wayBack || again ? 'plain' : ''} />
      </div>
    </Message>
  )
}

type RequestPageProps = {
  language: Language
  request: AppRequest | undefined
  version: number
  goTo?: string | undefined
}

/** The one page of a request; it says what is to be done now. */
export function RequestPage({ language, request, version, goTo }: RequestPageProps) {
  const t = requestPhrases[language]
  const title = request && 'asks' in request && request.asks ? t.asks(request.asks.provider) : t.waits
  const live = { version, ...(request?.stage === 'check' ? { pollMs: POLL_MS } : {}) }
  return (
    <AppShell language={language} path={PATH} title={title} live={live} goTo={goTo}>
      {request?.stage === 'compare' ? <Compare t={t} request={request} language={language} /> : null}
      {request?.stage === 'check' ? (
        <>
          <Question asks={request.asks} t={t} />
          <Check t={t} request={request} />
          <div className="actions end">
            <Action to={`${PATH}/refuse`} label={t.refuse} look="quiet" />
          </div>
        </>
      ) : null}
      {request?.stage === 'pay' ? <PayPart t={t} request={request} language={language} /> : null}
      {request?.stage === 'ready' ? <Ready t={t} request={request} /> : null}
      {request?.stage === 'ended' ? <Ended t={t} request={request} /> : null}
      {request === undefined ? (
        <Message icon="paper" title={t.nothing} text={t.nothingText}>
          <a className="button" href="/app/scan">
            {t.scan}
          </a>
        </Message>
      ) : null}
    </AppShell>
  )
}

/** The product was not reached; what was begun is kept. */
export function TroublePage({ language, path, busy }: { language: Language; path: string; busy: boolean }) {
  const t = accountPhrases[language]
  return (
    <AppShell language={language} path={path} title={t.trouble}>
      <Message icon="bad" title={t.trouble} text={busy ? (t.errors['too_many_requests'] ?? '') : t.troubleText}>
        <a className="button" href={path}>
          {t.retry}
        </a>
      </Message>
    </AppShell>
  )
}

/** Three ways to the same link: camera, the window of the other screen, or pasted. */
export function ScanPage({ language, bad }: { language: Language; bad: boolean }) {
  const t = requestPhrases[language]
  return (
    <AppShell language={language} path="/app/scan" title={t.scan}>
      <h1>{t.scan}</h1>
      <p className="soft">{t.scanText}</p>
      {bad ? (
        <p className="alert" role="alert" id="link-note">
          {t.badLink}
        </p>
      ) : null}
      <div
        className="finder"
        id="finder"
        data-denied={t.denied}
        data-missing={t.missing}
        data-looking={t.looking}
        hidden
      >
        <video muted playsInline aria-hidden="true" />
        <button className="button plain" type="button" data-scan="stop">
          {t.stop}
        </button>
      </div>
      <p className="alert" role="alert" id="scan-problem" hidden />
      <div className="actions scripted-only">
        <button className="button" type="button" data-scan="camera">
          {t.camera}
        </button>
        <button className="button plain" type="button" data-scan="screen">
          {t.screen}
        </button>
        <p className="hint">{t.screenHint}</p>
      </div>
      <p className="or">{t.or}</p>
      <form className="form" method="post" action="/app/scan" id="scan-form">
        <div className="field">
          <label htmlFor="link">{t.paste}</label>
          <input
            id="link"
            name="link"
            type="text"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={300}
            required
            aria-invalid={bad || undefined}
            aria-describedby={bad ? 'link-note' : undefined}
          />
        </div>
        <button className="button plain" type="submit">
          {t.open}
        </button>
      </form>
      <script type="module" src="/assets/scan.js" />
    </AppShell>
  )
}
