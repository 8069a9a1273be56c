import { useTranslate } from '#i18n/language.ts'
import { Card, Cards } from '#ui/card.tsx'
import { KeyIcon, NewIcon } from '#ui/more-icons.tsx'
import { Page } from '#ui/page.tsx'
import { NotNow } from '#screens/layout/not-now.tsx'
import type { WayBack } from '#visit/way-back.ts'

export type PromptScreenProps = { onContinue: () => void; onLogin: () => void; wayBack: WayBack | undefined }

export function PromptScreen({ onContinue, onLogin, wayBack }: PromptScreenProps) {
  const t = useTranslate()
  return (
    <Page title={t('prompt.title')} heading={t('prompt.heading')} lede={t('prompt.lede')}>
      <Cards label={t('prompt.title')}>
        <Card
          icon={<NewIcon className="size-[34px]" />}
          title={t('prompt.first')}
          text={t('prompt.firstText')}
          go={t('action.continue')}
          onPress={onContinue}
        />
        <Card
          icon={<KeyIcon className="size-[34px]" />}
          title={t('prompt.again')}
          text={t('prompt.againText')}
          go={t('action.login')}
          onPress={onLogin}
        />
      </Cards>
      <NotNow wayBack={wayBack} />
    </Page>
  )
}
