import { useTranslate } from '#i18n/language.ts'
import { type LinkTarget, ScreenLink } from '#router/link.tsx'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'

/** Title and text for a visitor of whom nothing is known. */
const TEXTS = {
  start: ['kyc.title', 'kyc.startingText'],
  result: ['kyc.title', 'signedOut.result'],
  reviewing: ['reviewing.title', 'reviewing.text'],
  inProgress: ['inProgress.title', 'inProgress.text'],
} as const
export type SignedOutText = keyof typeof TEXTS

export type SignedOutScreenProps = { says: SignedOutText; onLogin: () => void; register: LinkTarget }

export function SignedOutScreen({ says, onLogin, register }: SignedOutScreenProps) {
  const t = useTranslate()
  const [title, text] = TEXTS[says]
  return (
    <Page title={t(title)} lede={t(text)}>
      <p className="mt-6">{t('signedOut.login')}</p>
      <Button className="mt-4" onClick={onLogin}>
        {t('action.login')}
      </Button>
      <p className="mt-5 flex flex-wrap items-center gap-x-1.5 text-ink-soft">
        {t('login.noAccount')}
        <ScreenLink target={register}>{t('login.register')}</ScreenLink>
      </p>
    </Page>
  )
}
