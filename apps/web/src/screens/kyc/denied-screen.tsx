import { useTranslate } from '#i18n/language.ts'
import { NotNow } from '#screens/layout/not-now.tsx'
import type { WayBack } from '#visit/intent.ts'
import { AgainArt } from '#ui/art/again-art.tsx'
import { Button } from '@avouch/design/button'
import { Notice } from '@avouch/design/notice'
import { ResultPage } from '#ui/result-page.tsx'

export type DeniedScreenProps = { onRetry: () => void; wayBack: WayBack | undefined }

const TIPS = ['denied.tipLight', 'denied.tipValid', 'denied.tipData'] as const

export function DeniedScreen({ onRetry, wayBack }: DeniedScreenProps) {
  const t = useTranslate()
  return (
    <ResultPage title={t('denied.title')} lede={t('denied.text')} art={<AgainArt />}>
      <Notice kind="info" title={t('denied.tips')} silent>
        <ul className="grid grid-cols-1 gap-1">
          {TIPS.map((tip) => (
            <li key={tip}>{t(tip)}</li>
          ))}
        </ul>
      </Notice>
      <Button onClick={onRetry}>{t('action.retry')}</Button>
      <NotNow wayBack={wayBack} />
    </ResultPage>
  )
}
