import { WaitingScreen } from './waiting-screen.tsx'
import { useTranslate } from '#i18n/language.ts'
import { PhoneArt } from '#ui/art/phone-art.tsx'
import { Button } from '@avouch/design/button'

export type InProgressScreenProps = { opening: boolean; onRestart: () => void }

export function InProgressScreen({ opening, onRestart }: InProgressScreenProps) {
  const t = useTranslate()
  return (
    <WaitingScreen
      title={t('inProgress.title')}
      heading={t('inProgress.title')}
      text={t('inProgress.text')}
      art={<PhoneArt />}
      label={t('inProgress.waiting')}
      usual={undefined}
    >
      <p className="flex flex-wrap items-center justify-center gap-x-2 text-ink-soft">
        <span>{t('kyc.trouble')}</span>
        <Button variant="link" busy={opening} onClick={onRestart}>
          {t('kyc.restart')}
        </Button>
      </p>
    </WaitingScreen>
  )
}
