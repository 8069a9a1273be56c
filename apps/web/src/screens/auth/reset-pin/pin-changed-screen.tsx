import { useTranslate } from '#i18n/language.ts'
import { Button } from '#ui/button.tsx'
import { TickIcon } from '#ui/icons.tsx'
import { Page } from '#ui/page.tsx'
import { ResultBadge } from '#ui/result-badge.tsx'

export function PinChangedScreen({ onLogin }: { onLogin: () => void }) {
  const t = useTranslate()
  return (
    <Page
      title={t('pinChanged.title')}
      above={
        <ResultBadge kind="good">
          <TickIcon className="size-9" />
        </ResultBadge>
      }
      lede={t('pinChanged.text')}
    >
      <Button className="mt-6" onClick={onLogin}>
        {t('action.login')}
      </Button>
    </Page>
  )
}
