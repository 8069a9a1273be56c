import {
  answerByBrowser,
  AppError,
  finishPresentation,
  PRESENTATION_REASONS,
  type PresentationKind,
  type PresentationReason,
  type PresentationWay,
} from '@avouch/contract'
import { useEffect, useRef, useState } from 'react'
import { AgeAppScreen, type AgeAppStage } from './age-app-screen.tsx'
import { AskedKind } from './age-app-text.ts'
import { askBrowser, canAskBrowser } from './digital-credentials.ts'
import { type AppReturn, storedPresentation, takeAppReturn } from './stored-presentation.ts'
import { useAgeAnswer } from './use-age-answer.ts'
import { usePresentation } from './use-presentation.ts'
import { useRequestEnd } from './use-request-end.ts'
import { call } from '#api/api.ts'
import { errorText } from '#i18n/error-text.ts'
import { isRefusal } from '#api/failures.ts'
import { useTranslate } from '#i18n/language.ts'
import { isArrival } from '#router/arrival.ts'
import { notify } from '#ui/toasts/notifications.ts'
import { isPhone, useOpenApp } from '#visit/device.ts'

const reasonOf = (error: unknown): PresentationReason =>
  PRESENTATION_REASONS.find((reason) => error instanceof AppError && error.details.reason === reason) ?? 'malformed'

/** Asks an age app for a proof, and receives its visitor back. */
export function Screen() {
  const [broughtBack] = useState(takeAppReturn)
  if (broughtBack !== undefined && 'code' in broughtBack) return <BackFromApp {...broughtBack} />
  return <AskApp before={broughtBack} />
}

/** Finishes with the code in the browser that began; any other browser only shows digits. */
function BackFromApp({ code, digits }: Extract<AppReturn, { code: string }>) {
  const answer = useAgeAnswer()
  const [id] = useState(storedPresentation)
  const [stage, setStage] = useState<AgeAppStage>(id === undefined ? { at: 'elsewhere', digits } : { at: 'loading' })
  const begun = useRef(false)
  useEffect(() => {
    if (id === undefined || begun.current) return
    begun.current = true
    call(finishPresentation, { params: { id }, body: { response_code: code } }).then(
      ({ data }) => answer.finished(data),
      (error: unknown) =>
        // The digits for a request that another browser began.
        setStage(
          isRefusal(error, 'presentation_over', 'invalid_request')
            ? { at: 'elsewhere', digits }
            : { at: 'failed', error },
        ),
    )
  })
  function retry() {
    begun.current = false
    setStage({ at: 'loading' })
  }
  return <AgeAppScreen {...screenOf(answer)} stage={answer.denied ? { at: 'denied' } : stage} onAgain={retry} />
}

const screenOf = ({ provider, age, wayBack, withoutApp }: ReturnType<typeof useAgeAnswer>) => ({
  provider,
  age,
  wayBack,
  onWithout: withoutApp,
})

/** Picks the first way: the browser's API, because its answer cannot be relayed; an app here; an app on another device. */
const firstWay = (kind: PresentationKind, onPhone: boolean): PresentationWay =>
  kind === 'age_app' && canAskBrowser() ? 'dc_api' : onPhone ? 'link' : 'qr'

/** @param before the refusal with which an app on this device came back: nothing is asked until the visitor tries again */
function AskApp({ before }: { before: Extract<AppReturn, { refused: string }> | undefined }) {
  const t = useTranslate()
  const answer = useAgeAnswer()
  const { mintid, answered, accept, test } = answer
  const [chosenKind, setKind] = useState(before?.kind)
  const [chosenWay, setWay] = useState<PresentationWay | undefined>(before && 'link')
  // On arrival alone: another request would leave the app that answers this one without a browser to come back to.
  const [onPhone] = useState(isPhone)
  const kind = chosenKind ?? (accept?.includes('proof_of_age') === false ? 'id_wallet' : 'age_app')
  const way = chosenWay ?? firstWay(kind, onPhone)
  const { noAnswer, opening } = useOpenApp()
  const [refused, setRefused] = useState(before?.refused)
  const [waits, setWaits] = useState(before !== undefined)
  const asks = !waits && !answer.denied
  const { presentation, error, progress, again } = usePresentation(asks ? mintid : undefined, way, kind)
  const [isOver, setOver] = useState(false)
  const [asking, setAsking] = useState<AbortController>()
  // The tap on the page before was meant to open the app.
  const opensBy = useRef(isArrival())
  const { state } = progress
  useRequestEnd(mintid, isOver || state === 'expired' ? 'over' : 'followed')

  useEffect(() => {
    if (state === 'confirmed' || state === 'denied') answered(state === 'confirmed')
  })
  const isTest = test && isRefusal(error, 'method_not_possible')
  useEffect(() => {
    // A test asks no app: the visitor chooses the outcome.
    if (isTest) window.location.replace(`/kyc${window.location.search}&by=${kind}`)
  }, [isTest, kind])
  const url = presentation?.url
  useEffect(() => {
    if (way !== 'link' || !url || !opensBy.current) return
    opensBy.current = false
    opening()
    window.location.assign(url)
  })

  function retry(next: PresentationWay = way) {
    opensBy.current = next === 'link' && next !== way
    asking?.abort()
    setAsking(undefined)
    setRefused(undefined)
    setOver(false)
    setWaits(false)
    setWay(next)
    again()
  }
  /** @throws failures that say nothing about the proof */
  function failed(failure: unknown) {
    if (isRefusal(failure, 'presentation_over')) setOver(true)
    else if (isRefusal(failure, 'presentation_refused')) setRefused(reasonOf(failure))
    else throw failure
  }
  async function show() {
    if (!presentation?.request) return
    const mine = new AbortController()
    setAsking(mine)
    const body = await askBrowser(presentation.request, mine.signal)
    // The visitor has chosen another way.
    if (mine.signal.aborted) return
    setRefused(body.failed)
    await call(answerByBrowser, { params: { id: presentation.id }, body })
      .then(({ data }) => answer.finished(data), failed)
      .catch((failure: unknown) => notify({ type: 'error', title: t('notice.error'), message: errorText(t, failure) }))
    setAsking((now) => (now === mine ? undefined : now))
  }
  async function finish(digits: string) {
    if (presentation === undefined) return
    const params = { id: presentation.id }
    await call(finishPresentation, { params, body: { digits } }).then(({ data }) => answer.finished(data), failed)
  }

  function stageNow(): AgeAppStage {
    if (answer.denied) return { at: 'denied' }
    if (waits && refused !== undefined) return { at: 'refused', reason: refused }
    if (mintid === undefined || isRefusal(error, 'method_not_possible')) return { at: 'unavailable' }
    if (error !== null) return { at: 'failed', error }
    if (state === 'confirmed') return { at: 'done' }
    const reason = refused ?? (state === 'refused' ? (progress.reason ?? 'malformed') : undefined)
    if (reason !== undefined) return { at: 'refused', reason }
    if (isOver || state === 'expired') return { at: 'expired' }
    if (presentation === undefined) return { at: 'loading', next: way === 'dc_api' ? 'browser' : way }
    if (state === 'checked') return { at: 'digits', onDigits: finish }
    if (way === 'dc_api') return { at: 'browser', isAsking: asking !== undefined, onShow: show }
    const { url: whole, qr_url: short, until } = presentation
    if (way === 'link') return { at: 'link', url: whole ?? '', noAnswer, onOpen: opening }
    return { at: 'qr', short: short ?? '', whole: whole ?? '', until, fetched: state === 'fetched' }
  }

  const other = kind === 'age_app' ? 'id_wallet' : 'age_app'
  const hasOther = accept?.includes(other === 'age_app' ? 'proof_of_age' : other)
  function askOther() {
    retry(firstWay(other, onPhone))
    setKind(other)
  }

  return (
    <AskedKind value={kind}>
      <AgeAppScreen
        {...screenOf(answer)}
        stage={stageNow()}
        way={way}
        onAgain={mintid === undefined ? undefined : () => retry()}
        onHere={() => retry('link')}
        onElsewhere={() => retry('qr')}
        onOtherKind={hasOther ? askOther : undefined}
      />
    </AskedKind>
  )
}
