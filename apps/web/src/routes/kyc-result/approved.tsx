import { ApprovedScreen } from '#features/kyc/approved-screen.tsx'
import { confirmAndDepart } from '#features/kyc/confirm-intent.ts'
import { tellAtOnce, tellFailure } from '#features/kyc/failure-notice.ts'
import { useKycOutcome } from '#features/kyc/kyc-queries.ts'
import { useFollowOutcome } from '#features/kyc/use-follow-outcome.ts'
import { WaitingScreen } from '#features/kyc/waiting-screen.tsx'
import { isUnreachable } from '#lib/error-text.ts'
import { useIntent } from '#lib/intent.ts'
import { leaveFor } from '#lib/leave.ts'
import { useTranslate } from '#lib/language.ts'
import { isAt, navigate, useSearch } from '#lib/navigation.ts'

export function Approved() {
  const t = useTranslate()
  const { mintid, mobile, callback } = useSearch('/kyc-result/approved')
  const { provider } = useIntent(mintid)
  const { outcome } = useKycOutcome()
  useFollowOutcome({ outcome, stayOn: ['approved'], go: (page) => void navigate({ to: page, replace: true }) })

  const complete = async (id: string) => {
    try {
      const departure = await confirmAndDepart({ mintid: id, mobile, callback })
      if ('address' in departure) leaveFor(departure.address)
      else await navigate({ to: departure.page, replace: true })
    } catch (error) {
      // Nobody has said no: the button may be pressed again.
      if (isUnreachable(error)) return tellAtOnce(error)
      await tellFailure(error)
      // Who went on by hand meanwhile stays there.
      if (isAt('/kyc-result/approved')) await navigate({ to: '/', replace: true })
    }
  }
  if (outcome !== 'approved') return <WaitingScreen title={t('kyc.title')} heading={t('kyc.checking')} />
  return <ApprovedScreen provider={provider} onComplete={mintid === undefined ? undefined : () => complete(mintid)} />
}
