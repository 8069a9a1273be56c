import { ResultBadge } from '#ui/result-badge.tsx'
import { useTranslate } from '#i18n/language.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { CrossIcon } from '#ui/icons.tsx'
import { NotNow } from '#screens/layout/not-now.tsx'
import type { WayBack } from '#visit/way-back.ts'

export type DeniedScreenProps = { onRetry: () => void; wayBack: WayBack | undefined }

const TIPS = ['denied.tipLight', 'denied.tipValid', 'denied.tipData'] as const

export function DeniedScreen({ onRetry, wayBack }: DeniedScreenProps) {
  const t = useTranslate()
  return (
    <Page
      title={t('denied.title')}
      above={
        <ResultBadge kind="bad">
          <CrossIcon className="size-8" />
        </ResultBadge>
      }
      lede={t('denied.text')}
    >
      <ul className="mt-5 grid list-disc gap-1.5 ps-5 text-ink-soft">
        {TIPS.map((tip) => (
          <li key={tip}>{t(tip)}</li>
        ))}
      </ul>
      <Button className="mt-7" onClick={onRetry}>
        {t('action.retry')}
      </Button>
      <NotNow wayBack={wayBack} />
    </Page>
  )
}
