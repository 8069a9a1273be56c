import type { PresentationReason, PresentationWay } from '@avouch/contract'
import { Fragment, useId } from 'react'
import { errorText } from '#i18n/error-text.ts'
import { isRefusal } from '#api/failures.ts'
import { BackToWebsite, NotNow, StartAfresh } from '#screens/layout/exit-links.tsx'
import { SupportLink } from '#screens/layout/support-link.tsx'
import type { WayBack } from '#visit/intent.ts'
import { AgeArt, OopsArt } from '#ui/art/art.tsx'
import { ClockArt } from '#ui/art/clock-art.tsx'
import { PhoneArt } from '#ui/art/phone-art.tsx'
import { Button, BUTTONS } from '@avouch/design/button'
import { Notice } from '@avouch/design/notice'
import { ResultPage } from '#ui/result-page.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { notifyLoadFailure, usePart } from '#ui/use-part.ts'
import { useTranslate } from '#i18n/language.ts'
import { type AgeAppText, useAgeAppText } from './age-app-text.ts'
import { AgeQr, ShownDigits } from './age-app-parts.tsx'
import type { DigitsFormProps } from './digits-form.tsx'
import { Fold } from './fold.tsx'

/** Stages of the request, to its end. */
export type AgeAppStage =
  | { at: 'expired' | 'denied' | 'done' }
  /** The next stage, if it is known, for which the place is kept. */
  | { at: 'loading'; next?: 'browser' | 'link' | 'qr' }
  | { at: 'browser'; isAsking: boolean; onShow: () => Promise<void> }
  | { at: 'link'; url: string; noAnswer: boolean; onOpen: () => void }
  | { at: 'qr'; short: string; whole: string; until: number; fetched: boolean }
  | { at: 'digits'; onDigits: (digits: string) => Promise<void> }
  | { at: 'elsewhere'; digits: string }
  | { at: 'refused'; reason: PresentationReason }
  | { at: 'unavailable' }
  /** No request: the website's has ended, or ours could not be created. */
  | { at: 'failed'; error: unknown }

export type AgeAppScreenProps = {
  stage: AgeAppStage
  provider: string | undefined
  age: number
  wayBack: WayBack | undefined
  /** Undefined where the request is finished, or is not this browser's. */
  way?: PresentationWay
  onAgain?: (() => void) | undefined
  onHere?: () => void
  onElsewhere?: () => void
  /** Switches between age app and ID wallet, where the request accepts both. */
  onOtherKind?: (() => void) | undefined
  onWithout: (() => void) | undefined
}

const HEADINGS = {
  loading: 'ageApp.title',
  browser: 'ageApp.title',
  link: 'ageApp.title',
  qr: 'ageApp.scan',
  digits: 'ageApp.digits',
  elsewhere: 'ageApp.elsewhere',
  refused: 'ageApp.refused',
  expired: 'ageApp.expired',
  denied: 'ageApp.under',
  done: 'ageApp.done',
  unavailable: 'ageApp.unavailable',
  failed: 'ageApp.title',
} as const satisfies Record<AgeAppStage['at'], AgeAppText>

const isGone = (stage: AgeAppStage) =>
  stage.at === 'failed' && isRefusal(stage.error, 'mintid_not_exist', 'mintid_used')

/** Picks the look of a stage; a stage that is being loaded looks like the next. */
const looksOf = (stage: AgeAppStage) => (stage.at === 'loading' ? (stage.next ?? 'loading') : stage.at)

/** Tells a refusal that says nothing against the proof. */
const HEADINGS_BY_REASON: Partial<Record<PresentationReason, AgeAppText>> = {
  cancelled: 'ageApp.cancelled',
  clock: 'ageApp.clock',
  not_possible: 'ageApp.unavailable',
  timed_out: 'ageApp.timedOut',
}

function headingOf(stage: AgeAppStage): AgeAppText {
  if ('fetched' in stage && stage.fetched) return 'ageApp.fetched'
  return (stage.at === 'refused' ? HEADINGS_BY_REASON[stage.reason] : undefined) ?? HEADINGS[looksOf(stage)]
}

const LEDES = {
  qr: 'ageApp.scanText',
  digits: 'ageApp.digitsText',
  elsewhere: 'ageApp.elsewhereText',
  expired: 'ageApp.expiredText',
  done: 'ageApp.doneText',
  denied: 'ageApp.underText',
  unavailable: 'ageApp.unavailableText',
} as const satisfies Partial<Record<AgeAppStage['at'], AgeAppText>>

function ledeOf(stage: AgeAppStage): AgeAppText | undefined {
  if ('fetched' in stage && stage.fetched) return 'ageApp.fetchedText'
  if (stage.at === 'refused') return `ageApp.reason.${stage.reason}`
  const looks = looksOf(stage)
  if (looks === 'loading' || looks === 'browser' || looks === 'link') return 'ageApp.learns'
  return looks === 'failed' || looks === 'refused' ? undefined : LEDES[looks]
}

const OVER: ReadonlySet<AgeAppStage['at']> = new Set(['expired', 'failed', 'unavailable', 'refused'])

function artOf(stage: AgeAppStage) {
  if (stage.at === 'denied') return <AgeArt />
  if (stage.at === 'expired' || isGone(stage)) return <ClockArt />
  return stage.at === 'refused' && stage.reason !== 'cancelled' ? <OopsArt /> : <PhoneArt />
}

/** Asks an app with a proof of age, without an account. */
export function AgeAppScreen(props: AgeAppScreenProps) {
  const { stage, provider, age } = props
  const said = useAgeAppText()
  const about = useId()
  const t = useTranslate()
  const lede = ledeOf(stage)
  const slots = { provider: provider ?? said('ageApp.website'), age }
  return (
    <ResultPage
      title={said('ageApp.title')}
      heading={isGone(stage) ? t('landing.intentGone') : said(headingOf(stage))}
      lede={
        <span id={about} role={OVER.has(stage.at) ? 'alert' : 'status'}>
          {stage.at === 'failed' ? errorText(t, stage.error) : lede === undefined ? null : said(lede, slots)}
        </span>
      }
      art={artOf(stage)}
    >
      <Stage {...props} about={about} />
      <Ways {...props} />
      {isEnd(stage) && !(stage.at === 'unavailable' && props.onWithout) ? null : <NotNow wayBack={props.wayBack} />}
      <ToAPerson stage={stage} />
    </ResultPage>
  )
}

const loadDigits = () => import('./digits-form.tsx')

/** Renders the controls of a stage. */
function Stage({ stage, onAgain, onWithout, wayBack, about }: AgeAppScreenProps & { about: string }) {
  const said = useAgeAppText()
  switch (stage.at) {
    case 'loading':
      return stage.next === 'qr' ? (
        <AgeQr />
      ) : (
        <Loading below={stage.next === 'link' ? said('ageApp.openText') : undefined} />
      )
    case 'browser':
      return (
        <Fragment>
          <Button busy={stage.isAsking} onClick={() => void stage.onShow()}>
            {stage.isAsking ? <Spinner className="size-5" usual={undefined} /> : null}
            <span>{said('ageApp.show')}</span>
          </Button>
          <p role="status" className="min-h-7 text-ink-soft">
            {stage.isAsking ? said('ageApp.asking') : null}
          </p>
        </Fragment>
      )
    case 'link':
      return (
        <Fragment>
          <a href={stage.url} onClick={stage.onOpen} className={BUTTONS.primary}>
            {said('ageApp.open')}
          </a>
          <p role="status" className="text-ink-soft">
            {said(stage.noAnswer ? 'ageApp.noAnswer' : 'ageApp.openText')}
          </p>
        </Fragment>
      )
    case 'qr':
      return <AgeQr shown={stage} />
    case 'digits':
      return <Digits about={about} onDigits={stage.onDigits} />
    case 'elsewhere':
      return (
        <Fragment>
          <ShownDigits digits={stage.digits} />
          <Notice kind="info" silent>
            {said('ageApp.elsewhereWarning')}
          </Notice>
        </Fragment>
      )
    case 'refused':
    case 'expired':
      if (onAgain === undefined || (stage.at === 'refused' && stage.reason === 'not_possible')) return null
      return <Button onClick={onAgain}>{said('ageApp.again')}</Button>
    case 'unavailable':
      return onWithout === undefined ? (
        <BackToWebsite wayBack={wayBack} />
      ) : (
        <Button onClick={onWithout}>{said('ageApp.without')}</Button>
      )
    case 'failed':
      return isGone(stage) ? (
        <Fragment>
          <BackToWebsite wayBack={wayBack} />
          <StartAfresh />
        </Fragment>
      ) : (
        <Button onClick={onAgain}>{said('ageApp.again')}</Button>
      )
    case 'done':
      return null
    default:
      return <BackToWebsite wayBack={wayBack} />
  }
}

function Loading({ below }: { below?: string | undefined }) {
  const t = useTranslate()
  return (
    <Fragment>
      <p className="grid min-h-13.5 place-items-center">
        <Spinner label={t('layout.loading')} />
      </p>
      {below === undefined ? null : <p className="invisible">{below}</p>}
    </Fragment>
  )
}

/** Loaded for the few visitors who type digits. */
function Digits(props: DigitsFormProps) {
  const form = usePart(loadDigits, true, notifyLoadFailure)
  return form === undefined ? <Loading /> : <form.View {...props} />
}

/** Leads to a person from every no to a proof. */
function ToAPerson({ stage }: Pick<AgeAppScreenProps, 'stage'>) {
  if (stage.at === 'denied') return <SupportLink says="underage.mistake" />
  const isNo = stage.at === 'refused' && HEADINGS_BY_REASON[stage.reason] === undefined
  return isNo ? <SupportLink says="process.support" /> : null
}

/** Tells a stage that needs no way back: it has its own, goes there by itself, or is another browser's. */
const isEnd = (stage: AgeAppStage) => ['denied', 'done', 'elsewhere', 'unavailable'].includes(stage.at) || isGone(stage)

/** Shows other ways to the same answer, folded while one is going on. */
function Ways({ stage, way, onHere, onElsewhere, onOtherKind, onWithout }: AgeAppScreenProps) {
  const said = useAgeAppText()
  if (isEnd(stage) || looksOf(stage) === 'loading') return null
  const hasOther = stage.at !== 'failed' && stage.at !== 'digits'
  const ways = [
    ['ageApp.here', hasOther && way !== 'link' ? onHere : undefined],
    ['ageApp.other', hasOther && way !== 'qr' ? onElsewhere : undefined],
    ['ageApp.otherKind', onOtherKind],
    ['ageApp.without', onWithout],
  ] as const
  if (ways.every(([, take]) => take === undefined)) return null
  return (
    <div className={looksOf(stage) === 'qr' ? '-mt-5.5 text-start' : 'text-start'}>
      {/* A new element, folded again, once one was taken. */}
      <Fold key={`${way} ${said('ageApp.otherKind')}`} title={said('ageApp.anotherWay')} open={stage.at === 'refused'}>
        {ways.map(([text, take]) =>
          take === undefined ? null : (
            <Button key={text} variant="link" className="-my-1.5!" onClick={take}>
              {said(text)}
            </Button>
          ),
        )}
      </Fold>
    </div>
  )
}
