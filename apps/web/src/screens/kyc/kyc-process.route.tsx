import { KYC_PROCESS_POLL_MS, SECOND_MS } from '@avouch/contract'
import { Button } from '@avouch/design/button'
import { nextOfProcess } from '@avouch/journey'
import { useEffect, useRef, useState } from 'react'
import { inBackground } from '#api/report.ts'
import { useKycOutcome, useProfile } from './kyc-queries.ts'
import { OpenCheck } from './open-check.tsx'
import { WaitingScreen } from './waiting-screen.tsx'
import { useTranslate } from '#i18n/language.ts'
import { NotNow } from '#screens/layout/exit-links.tsx'
import { SupportLink } from '#screens/layout/support-link.tsx'
import { ClockArt } from '#ui/art/clock-art.tsx'
import { ResultPage } from '#ui/result-page.tsx'
import { useWayBack, type WayBack } from '#visit/intent.ts'
import { navigate, useSearch } from '#router/navigation.ts'

/** The page promises a few seconds. */
const A_FEW_SECONDS_MS = 10_000
/** After this time the service has most likely heard nothing of this visitor either. */
const NOTHING_AFTER_MS = 20 * SECOND_MS
/** A visitor who has just repeated a picture may be back before the service's answer: the earlier one is hidden meanwhile. */
const AGAIN_AFTER_MS = 2 * KYC_PROCESS_POLL_MS

export function Screen() {
  const t = useTranslate()
  const { outcome, stage, reason, isFetching } = useKycOutcome({ every: KYC_PROCESS_POLL_MS })
  const { profile, isLoading } = useProfile()

  const look = useRef(() => {})
  useEffect(() => {
    look.current = () => {
      const next = nextOfProcess({
        loading: isLoading || (isFetching && outcome === undefined),
        hasProfile: profile !== undefined,
        outcome,
      })
      if (next !== undefined) inBackground(navigate({ to: next, replace: true }))
    }
  })
  useEffect(() => {
    const timer = setInterval(() => look.current(), KYC_PROCESS_POLL_MS)
    return () => clearInterval(timer)
  }, [])

  const wayBack = useWayBack(useSearch().mintid)
  const isLong = useIsAfter(NOTHING_AFTER_MS)
  const mayBeOld = !useIsAfter(AGAIN_AFTER_MS)
  const restart = () => void navigate({ to: '/kyc', search: { retry: '1' } })
  return (
    <OpenCheck
      stage={stage === 'again' && mayBeOld ? undefined : stage}
      reason={reason}
      restart={{ opening: false, onRestart: restart }}
      wayBack={wayBack}
    >
      {isLong && outcome === 'waiting' ? (
        <NothingArrived wayBack={wayBack} onRestart={stage === 'begun' ? restart : undefined} />
      ) : (
        <WaitingScreen
          title={t('kyc.title')}
          heading={t('kyc.process')}
          text={t('kyc.processText')}
          usual={A_FEW_SECONDS_MS}
        />
      )}
    </OpenCheck>
  )
}

/** True once the page has been open for so long. */
function useIsAfter(milliseconds: number): boolean {
  const [isAfter, setAfter] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setAfter(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return isAfter
}

type NothingArrivedProps = {
  wayBack: WayBack | undefined
  /** Begins another session, at a vendor: this one may be down. */
  onRestart: (() => void) | undefined
}

/** Shows that the visitor probably left the check before handing anything in. Without `retry` the same check continues. */
function NothingArrived({ wayBack, onRestart }: NothingArrivedProps) {
  const t = useTranslate()
  return (
    <ResultPage
      title={t('kyc.title')}
      heading={t('process.nothing')}
      lede={<span role="status">{t('process.nothingText')}</span>}
      art={<ClockArt />}
    >
      <Button onClick={() => void navigate({ to: '/kyc' })}>{t('again.go')}</Button>
      {onRestart === undefined ? null : (
        <Button variant="secondary" onClick={onRestart}>
          {t('kyc.restart')}
        </Button>
      )}
      <NotNow wayBack={wayBack} />
      <SupportLink says="process.support" />
    </ResultPage>
  )
}
