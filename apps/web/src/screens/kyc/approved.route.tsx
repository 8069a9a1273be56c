import { KYC_PAGES } from '@avouch/journey'
import { useState } from 'react'
import { inBackground } from '#api/report.ts'
import { ApprovedScreen } from './approved-screen.tsx'
import { confirmAndDepart } from './confirm-intent.ts'
import { NeedsSession } from './needs-session.tsx'
import { PasskeyOffer } from './passkey-offer.tsx'
import { foreignAnswer, notifyError, notifyErrorAndWait } from './failure-notice.ts'
import { useKycOutcome } from './kyc-queries.ts'
import { useFollowOutcome } from './use-follow-outcome.ts'
import { WaitingScreen } from './waiting-screen.tsx'
import { isUnreachable } from '#api/failures.ts'
import { useIntent } from '#visit/intent.ts'
import { leaveFor } from '#visit/leave.ts'
import { useTranslate } from '#i18n/language.ts'
import { useLink } from '#router/link.tsx'
import { isAt, navigate, useSearch } from '#router/navigation.ts'

export const Screen = () => (
  <NeedsSession says="result">
    <OwnApproved />
  </NeedsSession>
)

function OwnApproved() {
  const t = useTranslate()
  const { mintid, mobile, callback } = useSearch('/kyc-result/approved')
  const { provider, asked } = useIntent(mintid)
  const { outcome } = useKycOutcome()
  const [failed, setFailed] = useState(false)
  const account = useLink('/account')
  useFollowOutcome({
    outcome,
    stayOn: ['approved'],
    // No check is under way that could be waited for: the proof was withdrawn, and the page before a check says so.
    go: (page) => void navigate({ to: page === KYC_PAGES.waiting ? '/check' : page, replace: true }),
  })

  const complete = async (id: string) => {
    try {
      const departure = await confirmAndDepart({ mintid: id, mobile, callback })
      if ('address' in departure) leaveFor(departure.address)
      else await navigate({ to: departure.page, replace: true })
    } catch (error) {
      // Not a refusal: the button may be pressed again.
      if (isUnreachable(error)) return notifyError(error)
      setFailed(true)
      // A visitor who has navigated elsewhere stays there.
      const leave = () => (isAt('/kyc-result/approved') ? navigate({ to: '/', replace: true }) : undefined)
      inBackground(notifyErrorAndWait(error, foreignAnswer(error)).then(leave))
    }
  }
  if (outcome !== 'approved') return <WaitingScreen title={t('kyc.title')} heading={t('kyc.checking')} />
  return (
    <ApprovedScreen
      provider={provider?.name}
      asked={asked}
      onComplete={mintid === undefined ? undefined : () => complete(mintid)}
      failed={failed}
      account={account}
      offer={<PasskeyOffer />}
    />
  )
}
