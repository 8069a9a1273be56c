import { useTranslate } from '#i18n/language.ts'
import { Card, Cards } from '#ui/card.tsx'
import { KeyIcon, NewIcon } from '#ui/more-icons.tsx'
import { Page } from '#ui/page.tsx'

export type PromptScreenProps = { onContinue: () => void; onLogin: () => void }

export function PromptScreen({ onContinue, onLogin }: PromptScreenProps) {
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
    </Page>
  )
}
