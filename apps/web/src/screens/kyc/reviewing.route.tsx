import { useKycOutcome, useReviewTimes } from './kyc-queries.ts'
import { NeedsSession } from './needs-session.tsx'
import { OpenCheck } from './open-check.tsx'
import { ReviewingScreen } from './reviewing-screen.tsx'
import { useFollowOutcome } from './use-follow-outcome.ts'
import { spanText, timeText } from '#i18n/dates.ts'
import { useLanguage } from '#i18n/language.ts'
import { useIntent, useWayBack } from '#visit/intent.ts'
import { navigate, useSearch } from '#router/navigation.ts'

export const Screen = () => (
  <NeedsSession says="reviewing">
    <OwnReviewing />
  </NeedsSession>
)

function OwnReviewing() {
  const { outcome, stage, reason, isFetching, refresh } = useKycOutcome()
  useFollowOutcome({
    outcome,
    stayOn: ['reviewing', 'waiting'],
    go: (page) => void navigate({ to: page, replace: true }),
  })
  const { mintid } = useSearch()
  const wayBack = useWayBack(mintid)
  const { test } = useIntent(mintid)
  const language = useLanguage()
  const review = useReviewTimes({ enabled: outcome === 'reviewing' && !test })
  const times =
    review === undefined || review.half_minutes === null || review.most_minutes === null
      ? undefined
      : {
          begun: timeText(language, review.begun_at),
          half: spanText(language, review.half_minutes),
          most: spanText(language, review.most_minutes),
        }
  // No person reviews a test: the visitor chooses the outcome of the review.
  const decide = () => void navigate({ to: '/kyc', search: { retry: '1' } })
  // A person may want another picture. What is only sent in is under review here.
  return (
    <OpenCheck
      stage={stage === 'again' ? stage : undefined}
      reason={reason}
      restart={{ opening: false, onRestart: decide }}
      wayBack={wayBack}
    >
      <ReviewingScreen looking={isFetching} times={times} onRefresh={test ? decide : refresh} wayBack={wayBack} />
    </OpenCheck>
  )
}
