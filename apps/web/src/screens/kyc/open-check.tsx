import type { CheckReason, CheckStage } from '@avouch/contract'
import { Button } from '@avouch/design/button'
import type { Elements } from '@avouch/design/jsx-runtime'
import { GoIcon } from '@avouch/design/icons'
import { useEffect, useEffectEvent, useRef } from 'react'
import { InProgressScreen, type InProgressScreenProps } from './in-progress-screen.tsx'
import { useTranslate } from '#i18n/language.ts'
import { navigate } from '#router/navigation.ts'
import { NotNow } from '#screens/layout/exit-links.tsx'
import { DocumentArt } from '#ui/art/document-art.tsx'
import { announce } from '#ui/toasts/notifications.ts'
import { ResultPage } from '#ui/result-page.tsx'
import type { WayBack } from '#visit/intent.ts'

export type OpenCheckProps = {
  stage: CheckStage | undefined
  reason: CheckReason | undefined
  /** Starts another check in place of one that was sent in. */
  restart: Pick<InProgressScreenProps, 'opening' | 'onRestart'>
  wayBack: WayBack | undefined
  /** The page itself: while the check has only begun, or where its service does not tell. */
  children: Elements
}

/** Shows what the service has of a check, or wants again; else the page itself. A change is announced, and takes no focus. */
export function OpenCheck({ stage, reason = 'other', restart, wayBack, children }: OpenCheckProps) {
  const t = useTranslate()
  const says =
    stage === 'again'
      ? `${t(`again.${reason}`)}. ${t(`again.${reason}Help`)}`
      : stage === 'submitted'
        ? `${t('submitted.title')}. ${t('submitted.text')}`
        : undefined
  const tell = useEffectEvent(() => says === undefined || announce(says.replaceAll('\u00AD', '')))
  const now = `${stage} ${reason}`
  const known = useRef(now)
  useEffect(() => {
    // A switch of the language announces nothing.
    if (known.current !== now) tell()
    known.current = now
  }, [now])

  if (stage === 'again') return <Again reason={reason} wayBack={wayBack} />
  return stage === 'submitted' ? <InProgressScreen sentIn {...restart} /> : children
}

/** Leads to the session that is open: without `retry`, the start gives the same one. */
function Again({ reason, wayBack }: { reason: CheckReason; wayBack: WayBack | undefined }) {
  const t = useTranslate()
  return (
    <ResultPage
      title={t('kyc.title')}
      heading={t(`again.${reason}`)}
      lede={t(`again.${reason}Help`)}
      art={<DocumentArt />}
    >
      <Button onClick={() => void navigate({ to: '/kyc' })}>
        <span>{t('again.go')}</span>
        <GoIcon />
      </Button>
      <NotNow wayBack={wayBack} />
    </ResultPage>
  )
}
