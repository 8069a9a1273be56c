import { useState } from 'react'
import { notifyErrorAndWait } from './failure-notice.ts'
import { InProgressScreen } from './in-progress-screen.tsx'
import { NeedsSession } from './needs-session.tsx'
import { OpenCheck } from './open-check.tsx'
import { requestCheck, useKycOutcome } from './kyc-queries.ts'
import { useFollowOutcome } from './use-follow-outcome.ts'
import { useWayBack } from '#visit/intent.ts'
import { openTab } from '#visit/leave.ts'
import { useLanguage } from '#i18n/language.ts'
import { navigate, useSearch } from '#router/navigation.ts'

export const Screen = () => (
  <NeedsSession says="inProgress">
    <OwnInProgress />
  </NeedsSession>
)

function OwnInProgress() {
  const { mintid, mobile } = useSearch()
  const language = useLanguage()
  const { outcome, stage, reason } = useKycOutcome()
  const wayBack = useWayBack(mintid)
  const [opening, setOpening] = useState(false)
  useFollowOutcome({ outcome, stayOn: ['waiting'], go: (page) => void navigate({ to: page, replace: true }) })

  const restart = async () => {
    setOpening(true)
    await openTab(async () => (await requestCheck({ mintid, mobile, retry: true, language })).url).catch(
      (error: unknown) => notifyErrorAndWait(error),
    )
    setOpening(false)
  }
  const onRestart = () => void restart()
  return (
    <OpenCheck stage={stage} reason={reason} restart={{ opening, onRestart }} wayBack={wayBack}>
      <InProgressScreen opening={opening} onRestart={onRestart} />
    </OpenCheck>
  )
}
