import type { ProofWithdrawal } from '@avouch/contract'
import { useEffect, useState } from 'react'
import { inBackground } from '#api/report.ts'
import { CheckScreen } from './check-screen.tsx'
import { checkPhoneAddress } from './check-phone-address.ts'
import { useKycOutcome } from './kyc-queries.ts'
import { NeedsSession } from './needs-session.tsx'
import { ResolvedReturn } from './resolved-return.tsx'
import { StartScreen } from './start-screen.tsx'
import { useFollowOutcome } from './use-follow-outcome.ts'
import { useStartCheck } from './use-start-check.ts'
import { WaitingScreen } from './waiting-screen.tsx'
import { useLanguage, useTranslate } from '#i18n/language.ts'
import { useLink } from '#router/link.tsx'
import { navigate, useSearch } from '#router/navigation.ts'
import { settings } from '#settings/page-settings.ts'
import { useIntent, useWayBack } from '#visit/intent.ts'

/** Tells a phone or tablet, to which the document is shown. */
const isHandheld = (): boolean => window.matchMedia('(pointer: coarse)').matches

/** Matches browsers inside apps, which seldom give a page the camera, by their names and their systems' marks. */
const INSIDE_APP =
  /Instagram|Barcelona|FBA[NV]|FB_IAB|TikTok|musical_ly|Bytedance|trill_|Snapchat|Pinterest|LinkedInApp|Twitter|MicroMessenger|KAKAOTALK|\bLine\/|; wv\)|iP(?:hone|ad|od)(?!.*Safari\/)/

/** True where the check needs a camera and the page gets none. Does not prompt: a prompt before the need scares visitors. */
const lacksCamera = (): boolean =>
  settings.identityCheck.kind !== 'eid' &&
  (INSIDE_APP.test(navigator.userAgent) ||
    !('mediaDevices' in navigator) ||
    !('getUserMedia' in navigator.mediaDevices))

function Loading() {
  const t = useTranslate()
  return <WaitingScreen title={t('kyc.title')} heading={t('layout.loading')} />
}

/** Explains the identity check before it begins. */
export const Screen = () => (
  <NeedsSession says="start">
    <ResolvedReturn waiting={<Loading />}>
      <Check />
    </ResolvedReturn>
  </NeedsSession>
)

function Check() {
  const { mintid, mobile } = useSearch()
  const wayBack = useWayBack(mintid)
  const request = { mintid, mobile, retry: false, language: useLanguage() }
  const { failure, url, withdrawn, staysHere, retry } = useStartCheck(request, {
    leaves: false,
    onNoCheck: () => void navigate({ to: '/kyc-result/approved', replace: true }),
  })
  useEffect(() => {
    // There the visitor of a test chooses the outcome.
    if (staysHere) inBackground(navigate({ to: '/kyc', replace: true }))
  }, [staysHere])
  if (failure !== null) return <StartScreen failure={failure} onRetry={retry} wayBack={wayBack} />
  if (url === undefined || staysHere) return <Loading />
  return <Words url={url} withdrawn={withdrawn} />
}

/** Polls the outcome: the check may be made on the phone that scanned the code. */
function Words({ url, withdrawn }: { url: string; withdrawn: ProofWithdrawal | undefined }) {
  const { mintid, mobile } = useSearch()
  const { provider, accept = [] } = useIntent(mintid)
  const wayBack = useWayBack(mintid)
  const start = useLink('/kyc')
  const ageApp = useLink('/verify-age/age-app')
  const { outcome, stage } = useKycOutcome()
  useFollowOutcome({ outcome, stayOn: ['waiting'], go: (page) => void navigate({ to: page, replace: true }) })
  const isSentIn = stage === 'submitted' || stage === 'again'
  useEffect(() => {
    // The phone has sent it in: what is said here about the start is past.
    if (isSentIn) inBackground(navigate({ to: '/kyc-process', replace: true }))
  }, [isSentIn])
  const [isHere] = useState(() => mobile || isHandheld())
  const [isBlind] = useState(lacksCamera)
  const device = isHere ? (isBlind ? 'blind' : 'here') : 'computer'
  return (
    <CheckScreen
      device={device}
      withdrawn={withdrawn}
      service={settings.identityCheck.name}
      provider={provider?.name}
      elsewhere={checkPhoneAddress(url, { from: device === 'computer' ? 'computer' : 'app' })}
      start={start}
      ageApp={accept.some((way) => way !== 'identity_check') ? ageApp : undefined}
      walletOnly={!accept.includes('proof_of_age')}
      wayBack={wayBack}
    />
  )
}
