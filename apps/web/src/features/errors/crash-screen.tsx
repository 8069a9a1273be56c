import { useTranslate } from '#lib/language.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'

export type CrashScreenProps = { onRefresh: () => void }

export function CrashScreen({ onRefresh }: CrashScreenProps) {
  const t = useTranslate()
  return (
    <Page title={t('crash.title')} heading={t('crash.heading')} lede={t('crash.text')}>
      <Button className="mt-6" onClick={onRefresh}>
        {t('action.refresh')}
      </Button>
    </Page>
  )
}
