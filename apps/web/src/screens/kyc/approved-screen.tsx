import { useState } from 'react'
import { ResultBadge } from '#ui/result-badge.tsx'
import { useTranslate } from '#i18n/language.ts'
import { Button } from '#ui/button.tsx'
import { TickIcon } from '#ui/icons.tsx'
import { Page } from '#ui/page.tsx'
import { Spinner } from '#ui/spinner.tsx'

export type ApprovedScreenProps = {
  provider: string | undefined
  /** Absent when no provider waits for an answer. */
  onComplete: (() => Promise<void>) | undefined
}

export function ApprovedScreen({ provider, onComplete }: ApprovedScreenProps) {
  const t = useTranslate()
  const [completing, setCompleting] = useState(false)

  const lede =
    onComplete === undefined
      ? t('approved.textNoIntent')
      : provider === undefined
        ? t('approved.textNoProvider')
        : t('approved.text', { provider })
  const complete = () => {
    setCompleting(true)
    void onComplete?.().finally(() => setCompleting(false))
  }
  return (
    <Page
      title={t('approved.title')}
      heading={t('approved.heading')}
      above={
        <ResultBadge kind="good">
          <TickIcon className="size-9" />
        </ResultBadge>
      }
      lede={lede}
    >
      {onComplete === undefined ? null : (
        <Button className="mt-6" busy={completing} onClick={complete}>
          {completing ? <Spinner className="size-5" label={t('layout.loading')} /> : null}
          {provider === undefined ? t('approved.buttonNoProvider') : t('approved.button', { provider })}
        </Button>
      )}
    </Page>
  )
}
