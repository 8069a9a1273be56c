import { useState } from 'react'
import { ResultBadge } from '#ui/result-badge.tsx'
import { useTranslate } from '#i18n/language.ts'
import { Button } from '#ui/button.tsx'
import { ClockIcon } from '#ui/clock-icon.tsx'
import { Page } from '#ui/page.tsx'
import { Spinner } from '#ui/spinner.tsx'

export type ReviewingScreenProps = { looking: boolean; onRefresh: () => void }

export function ReviewingScreen({ looking, onRefresh }: ReviewingScreenProps) {
  const t = useTranslate()
  // The page looks by itself too, and says nothing about that.
  const [asked, setAsked] = useState(false)
  return (
    <Page
      title={t('reviewing.title')}
      above={
        <ResultBadge kind="open">
          <ClockIcon className="size-9" />
        </ResultBadge>
      }
      lede={t('reviewing.text')}
    >
      <p className="mt-4 max-w-[44ch]">{t('reviewing.mayClose')}</p>
      <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          busy={asked && looking}
          onClick={() => {
            setAsked(true)
            onRefresh()
          }}
        >
          {t('action.refresh')}
        </Button>
        <p role="status" className="text-ink-soft">
          {asked ? looking ? <Spinner className="size-5" /> : t('reviewing.notYet') : null}
        </p>
      </div>
    </Page>
  )
}
