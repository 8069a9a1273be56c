import {
  answerByBrowser,
  AppError,
  finishPresentation,
  PRESENTATION_REASONS,
  type PresentationReason,
  type PresentationWay,
} from '@avouch/contract'
import { useEffect, useRef, useState } from 'react'
import { AgeAppScreen, type AgeAppStage } from './age-app-screen.tsx'
import { askBrowser, canAskBrowser } from './digital-credentials.ts'
import { type BroughtBack, keptPresentation, takeBroughtBack } from './kept-presentation.ts'
import { useAgeAnswer } from './use-age-answer.ts'
import { usePresentation } from './use-presentation.ts'
import { call } from '#api/api.ts'
import { errorText, isRefusal } from '#api/error-text.ts'
import { useTranslate } from '#i18n/language.ts'
import { isArrival } from '#router/arrival.ts'
import { isPhone } from '#visit/device.ts'
import { useOpenApp } from '#visit/open-app.ts'

const reasonOf = (error: unknown): PresentationReason =>
  PRESENTATION_REASONS.find((reason) => error instanceof AppError && error.details.reason === reason) ?? 'malformed'

/** Where an age app is asked for a proof, and where it sends its visitor back to. */
export function AgeApp() {
  const [broughtBack] = useState(takeBroughtBack)
  return broughtBack === undefined ? <AskApp /> : <BackFromApp {...broughtBack} />
}

/** The browser that began finishes with the code; any other one has only digits to show. */
function BackFromApp({ code, digits }: BroughtBack) {
  const t = useTranslate()
  const answer = useAgeAnswer()
  const [id] = useState(keptPresentation)
  const [stage, setStage] = useState<AgeAppStage>(id === undefined ? { at: 'elsewhere', digits } : { at: 'loading' })
  const begun = useRef(false)
  useEffect(() => {
    if (id === undefined || begun.current) return
    begun.current = true
    call(finishPresentation, { params: { id }, body: { response_code: code } }).then(
      ({ data }) => answer.finished(data),
      (error: unknown) =>
        // Of a request that another browser began.
        setStage(
          isRefusal(error, 'presentation_over')
            ? { at: 'elsewhere', digits }
            : { at: 'unavailable', text: errorText(t, error) },
        ),
    )
  })
  return <AgeAppScreen {...screenOf(answer)} stage={answer.denied ? { at: 'denied' } : stage} />
}

const screenOf = ({ provider, age, wayBack, withoutApp }: ReturnType<typeof useAgeAnswer>) => ({
  provider,
  age,
  wayBack,
  onWithout: withoutApp,
})

/** The browser itself first, because its answer can not be relayed; then an app here; then one on another device. */
const firstWay = (): PresentationWay => (canAskBrowser() ? 'dc_api' : isPhone() ? 'link' : 'qr')

function AskApp() {
  const t = useTranslate()
  const answer = useAgeAnswer()
  const { mintid, answered } = answer
  const [way, setWay] = useState(firstWay)
  const { presentation, error, progress, again } = usePresentation(answer.denied ? undefined : mintid, way)
  const { noAnswer, opening } = useOpenApp()
  const [refused, setRefused] = useState<PresentationReason>()
  const [isOver, setOver] = useState(false)
  const [wrongDigits, setWrongDigits] = useState(false)
  // A tap on the page before was for the app.
  const opensBy = useRef(isArrival())
  const { state } = progress

  useEffect(() => {
    if (state === 'confirmed' || state === 'denied') answered(state === 'confirmed')
  })
  const url = presentation?.url
  useEffect(() => {
    if (way !== 'link' || !url || !opensBy.current) return
    opensBy.current = false
    opening()
    window.location.assign(url)
  })

  function retry(next: PresentationWay = way) {
    opensBy.current = next === 'link' && next !== way
    setRefused(undefined)
    setOver(false)
    setWrongDigits(false)
    setWay(next)
    again()
  }
  function failed(failure: unknown) {
    if (isRefusal(failure, 'presentation_digits')) setWrongDigits(true)
    else if (isRefusal(failure, 'presentation_over')) setOver(true)
    else setRefused(reasonOf(failure))
  }
  async function show() {
    if (!presentation?.request) return
    const response = await askBrowser(presentation.request)
    const params = { id: presentation.id }
    await call(answerByBrowser, { params, body: { response } }).then(({ data }) => answer.finished(data), failed)
  }
  async function finish(digits: string) {
    if (presentation === undefined) return
    setWrongDigits(false)
    const params = { id: presentation.id }
    await call(finishPresentation, { params, body: { digits } }).then(({ data }) => answer.finished(data), failed)
  }

  function stageNow(): AgeAppStage {
    if (answer.denied) return { at: 'denied' }
    if (mintid === undefined || isRefusal(error, 'method_not_possible')) return { at: 'unavailable', text: undefined }
    if (error !== null) return { at: 'unavailable', text: errorText(t, error) }
    if (state === 'confirmed') return { at: 'done' }
    const reason = refused ?? (state === 'refused' ? (progress.reason ?? 'malformed') : undefined)
    if (reason !== undefined) return { at: 'refused', reason }
    if (isOver || state === 'expired') return { at: 'expired' }
    if (presentation === undefined) return { at: 'loading' }
    if (state === 'checked') return { at: 'digits', wrong: wrongDigits, onDigits: finish }
    if (way === 'dc_api') return { at: 'browser', onShow: show }
    const { url: whole, qr_url: short, until } = presentation
    if (way === 'link') return { at: 'link', url: whole ?? '', noAnswer, onOpen: opening }
    return { at: 'qr', short: short ?? '', whole: whole ?? '', until, fetched: state === 'fetched' }
  }

  return (
    <AgeAppScreen
      {...screenOf(answer)}
      stage={stageNow()}
      way={way}
      onAgain={() => retry()}
      onHere={() => retry('link')}
      onElsewhere={() => retry('qr')}
    />
  )
}
