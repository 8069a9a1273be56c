import { KYC_PROCESS_POLL_MS } from '@avouch/contract'
import { nextOfProcess } from '@avouch/journey'
import { useEffect, useRef } from 'react'
import { inBackground } from '#api/report.ts'
import { useKycOutcome, useProfile } from './kyc-queries.ts'
import { WaitingScreen } from './waiting-screen.tsx'
import { useTranslate } from '#i18n/language.ts'
import { Button } from '@avouch/design/button'
import { navigate } from '#router/navigation.ts'

/** The page says that it takes a few seconds. */
const A_FEW_SECONDS_MS = 10_000

export function Screen() {
  const t = useTranslate()
  const { outcome, isFetching } = useKycOutcome({ every: KYC_PROCESS_POLL_MS })
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

  return (
    <WaitingScreen
      title={t('kyc.title')}
      heading={t('kyc.process')}
      text={t('kyc.processText')}
      usual={A_FEW_SECONDS_MS}
    >
      <p className="text-ink-soft">
        <span>{`${t('kyc.processRestart')} `}</span>
        <Button variant="link" onClick={() => void navigate({ to: '/kyc' })}>
          {t('kyc.restart')}
        </Button>
      </p>
    </WaitingScreen>
  )
}
