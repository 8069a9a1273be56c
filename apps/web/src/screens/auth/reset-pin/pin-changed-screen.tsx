import { useTranslate } from '#i18n/language.ts'
import { SealArt } from '#ui/art/seal-art.tsx'
import { Button } from '@avouch/design/button'
import { ResultPage } from '#ui/result-page.tsx'

export function PinChangedScreen({ onLogin }: { onLogin: () => void }) {
  const t = useTranslate()
  return (
    <ResultPage title={t('pinChanged.title')} lede={t('pinChanged.text')} art={<SealArt />}>
      <Button onClick={onLogin}>{t('action.login')}</Button>
    </ResultPage>
  )
}
