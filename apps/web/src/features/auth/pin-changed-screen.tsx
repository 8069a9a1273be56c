import { useTranslate } from '#lib/language.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'

export function PinChangedScreen({ onLogin }: { onLogin: () => void }) {
  const t = useTranslate()
  return (
    <Page title={t('pinChanged.title')} lede={t('pinChanged.text')}>
      <Button className="mt-6" onClick={onLogin}>
        {t('action.login')}
      </Button>
    </Page>
  )
}
