import { useTranslate } from '#lib/language.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'

export type NotFoundScreenProps = { onHome: () => void }

export function NotFoundScreen({ onHome }: NotFoundScreenProps) {
  const t = useTranslate()
  return (
    <Page title={t('notFound.title')} lede={t('notFound.text')}>
      <Button className="mt-6" onClick={onHome}>
        {t('action.home')}
      </Button>
    </Page>
  )
}
