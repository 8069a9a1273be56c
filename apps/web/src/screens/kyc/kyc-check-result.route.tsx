import { OPEN_REQUEST } from '@avouch/contract'
import { Fragment, useEffect, useState } from 'react'
import { inBackground } from '#api/report.ts'
import { session } from '#api/session.ts'
import { useKycOutcome } from './kyc-queries.ts'
import { NeedsSession } from './needs-session.tsx'
import { ResolvedReturn } from './resolved-return.tsx'
import { useFollowOutcome } from './use-follow-outcome.ts'
import { WaitingScreen } from './waiting-screen.tsx'
import { useTranslate } from '#i18n/language.ts'
import { navigate, useSearch } from '#router/navigation.ts'

/** Asks visitors who follow the link of an SMS to log in. Others without a session have made a check that continues where it was begun. */
export function Screen() {
  const t = useTranslate()
  // A session that ends meanwhile leads to the log-in.
  const [cameWithout] = useState(() => !session.isOpen())
  const { return: returnId } = useSearch()
  const waiting = <WaitingScreen title={t('kyc.title')} heading={t('kyc.checking')} />
  if (cameWithout && returnId !== OPEN_REQUEST)
    return (
      <Fragment>
        <LeaveForProcess />
        {waiting}
      </Fragment>
    )
  return (
    <NeedsSession says="result">
      <ResolvedReturn waiting={waiting}>
        <FollowOutcome />
        {waiting}
      </ResolvedReturn>
    </NeedsSession>
  )
}

function LeaveForProcess() {
  useEffect(() => inBackground(navigate({ to: '/kyc-process', replace: true })), [])
  return null
}

function FollowOutcome() {
  const { outcome } = useKycOutcome()
  useFollowOutcome({ outcome, go: (page) => void navigate({ to: page, replace: true }) })
  return null
}
