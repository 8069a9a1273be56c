import { WaitingScreen } from './waiting-screen.tsx'
import { useTranslate } from '#i18n/language.ts'
import { DocumentArt } from '#ui/art/document-art.tsx'
import { PhoneArt } from '#ui/art/phone-art.tsx'
import { Button } from '@avouch/design/button'

export type InProgressScreenProps = {
  /** True once the service has all that it needs. Else the check continues on another device. */
  sentIn?: boolean
  opening: boolean
  onRestart: () => void
}

/** One screen for both: the button stays what it is while the words above it change. */
export function InProgressScreen({ sentIn = false, opening, onRestart }: InProgressScreenProps) {
  const t = useTranslate()
  return (
    <WaitingScreen
      title={t(sentIn ? 'kyc.title' : 'inProgress.title')}
      heading={t(sentIn ? 'submitted.title' : 'inProgress.title')}
      text={t(sentIn ? 'submitted.text' : 'inProgress.text')}
      art={sentIn ? <DocumentArt /> : <PhoneArt />}
      label={t(sentIn ? 'submitted.waiting' : 'inProgress.waiting')}
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
