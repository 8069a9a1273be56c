import { useTranslate } from '#i18n/language.ts'
import { SealArt } from '#ui/art/seal-art.tsx'
import { Button } from '@avouch/design/button'
import { ResultPage } from '#ui/result-page.tsx'

/** `onGoOn`: none where no session opened. */
type PinChangedScreenProps = { onGoOn: (() => void) | undefined; onLogin: () => void }

export function PinChangedScreen({ onGoOn, onLogin }: PinChangedScreenProps) {
  const t = useTranslate()
  return (
    <ResultPage
      title={t('pinChanged.title')}
      lede={t(onGoOn === undefined ? 'pinChanged.textOut' : 'pinChanged.text')}
      art={<SealArt />}
    >
      <div className="grid grid-cols-1 gap-3">
        {onGoOn === undefined ? null : <Button onClick={onGoOn}>{t('complete.goOn')}</Button>}
        <Button variant={onGoOn === undefined ? 'primary' : 'secondary'} onClick={onLogin}>
          {t('pinChanged.login')}
        </Button>
      </div>
    </ResultPage>
  )
}
