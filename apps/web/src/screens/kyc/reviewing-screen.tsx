import { useState } from 'react'
import { useTranslate } from '#i18n/language.ts'
import { NotNow } from '#screens/layout/not-now.tsx'
import type { WayBack } from '#visit/intent.ts'
import { Button } from '@avouch/design/button'
import { ReviewerArt } from '#ui/art/reviewer-art.tsx'
import { Notice } from '@avouch/design/notice'
import { ResultPage } from '#ui/result-page.tsx'
import { Timeline } from '#ui/timeline.tsx'
import { Spinner } from '#ui/spinner.tsx'

export type ReviewingScreenProps = { looking: boolean; onRefresh: () => void; wayBack: WayBack | undefined }

export function ReviewingScreen({ looking, onRefresh, wayBack }: ReviewingScreenProps) {
  const t = useTranslate()
  // The page looks by itself too, and says nothing about that.
  const [asked, setAsked] = useState(false)
  return (
    <ResultPage title={t('reviewing.title')} lede={t('reviewing.text')} art={<ReviewerArt />}>
      <Timeline
        steps={[
          { text: t('reviewing.received'), state: 'done' },
          { text: t('reviewing.looking'), state: 'now' },
          { text: t('reviewing.sms'), state: 'next' },
        ]}
      />
      <Notice kind="info" silent>
        {t('reviewing.mayClose')}
      </Notice>
      <div className="grid grid-cols-1 gap-2">
        <Button
          variant="secondary"
          busy={asked && looking}
          onClick={() => {
            setAsked(true)
            onRefresh()
          }}
        >
          {t('action.refresh')}
        </Button>
        <p role="status" className="grid min-h-6 place-items-center text-ink-soft">
          {asked ? looking ? <Spinner className="size-5" /> : t('reviewing.notYet') : null}
        </p>
      </div>
      <NotNow wayBack={wayBack} />
    </ResultPage>
  )
}
