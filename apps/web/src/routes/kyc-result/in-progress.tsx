import { useState } from 'react'
import { tellFailure } from '#features/kyc/failure-notice.ts'
import { InProgressScreen } from '#features/kyc/in-progress-screen.tsx'
import { requestCheck, useKycOutcome } from '#features/kyc/kyc-queries.ts'
import { useFollowOutcome } from '#features/kyc/use-follow-outcome.ts'
import { openTab } from '#lib/leave.ts'
import { useLanguage } from '#lib/language.ts'
import { navigate, useSearch } from '#lib/navigation.ts'

export function InProgress() {
  const { mintid, mobile } = useSearch()
  const language = useLanguage()
  const { outcome } = useKycOutcome()
  const [opening, setOpening] = useState(false)
  useFollowOutcome({ outcome, stayOn: ['waiting'], go: (page) => void navigate({ to: page, replace: true }) })

  const restart = async () => {
    setOpening(true)
    await openTab(async () => (await requestCheck({ mintid, mobile, retry: true, language })).url).catch(tellFailure)
    setOpening(false)
  }
  return <InProgressScreen opening={opening} onRestart={() => void restart()} />
}
