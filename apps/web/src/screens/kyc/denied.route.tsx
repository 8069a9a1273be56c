import { inBackground } from '#api/report.ts'
import { DeniedScreen } from './denied-screen.tsx'
import { clearKycStatus, useKycOutcome } from './kyc-queries.ts'
import { NeedsSession } from './needs-session.tsx'
import { WaitingScreen } from './waiting-screen.tsx'
import { useTranslate } from '#i18n/language.ts'
import { useWayBack } from '#visit/intent.ts'
import { navigate, useSearch } from '#router/navigation.ts'

export const Screen = () => (
  <NeedsSession says="denied">
    <OwnDenied />
  </NeedsSession>
)

function OwnDenied() {
  const t = useTranslate()
  const wayBack = useWayBack(useSearch().mintid)
  const { status, outcome, reason, isPending } = useKycOutcome({ every: false })
  const retry = () => {
    clearKycStatus()
    inBackground(navigate({ to: '/kyc', search: { retry: '1' } }))
  }
  // After a reload alone. A reason that came later would move what is read.
  if (isPending) return <WaitingScreen title={t('denied.title')} heading={t('kyc.checking')} />
  return (
    <DeniedScreen
      status={status}
      reason={outcome === 'denied' ? reason : undefined}
      onRetry={retry}
      wayBack={wayBack}
    />
  )
}
