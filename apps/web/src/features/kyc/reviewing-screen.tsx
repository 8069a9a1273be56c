import { ResultBadge } from '#features/kyc/result-badge.tsx'
import { useTranslate } from '#lib/language.ts'
import { Button } from '#ui/button.tsx'
import { ClockIcon } from '#ui/icons.tsx'
import { Page } from '#ui/page.tsx'
import { Spinner } from '#ui/spinner.tsx'

export type ReviewingScreenProps = { looking: boolean; onRefresh: () => void }

export function ReviewingScreen({ looking, onRefresh }: ReviewingScreenProps) {
  const t = useTranslate()
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
      <Button className="mt-6" onClick={onRefresh}>
        {looking ? <Spinner className="size-5" /> : null}
        {t('action.refresh')}
      </Button>
    </Page>
  )
}
