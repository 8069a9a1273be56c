import { useTranslate } from '#i18n/language.ts'
import { type LinkTarget, ScreenLink } from '#router/link.tsx'
import { Button } from '@avouch/design/button'
import { DocumentArt } from '#ui/art/document-art.tsx'
import { ResultPage } from '#ui/result-page.tsx'

/** Title and text for a reader of whom nothing is known: they speak of the case. */
const TEXTS = {
  start: ['kyc.title', 'kyc.startingText'],
  result: ['kyc.title', 'signedOut.result'],
  reviewing: ['signedOut.reviewing', 'signedOut.reviewingText'],
  inProgress: ['signedOut.inProgress', 'signedOut.inProgressText'],
  denied: ['signedOut.denied', 'signedOut.deniedText'],
} as const
export type SignedOutText = keyof typeof TEXTS

export type SignedOutScreenProps = { says: SignedOutText; onLogin: () => void; register: LinkTarget }

export function SignedOutScreen({ says, onLogin, register }: SignedOutScreenProps) {
  const t = useTranslate()
  const [title, text] = TEXTS[says]
  return (
    <ResultPage title={t(title)} lede={t(text)} art={<DocumentArt />}>
      <p>{t('signedOut.login')}</p>
      <Button onClick={onLogin}>{t('action.login')}</Button>
      <p className="flex flex-wrap items-center justify-center gap-x-2 text-[.9375rem] text-ink-soft">
        <span>{t('login.noAccount')}</span>
        <ScreenLink target={register}>{t('login.register')}</ScreenLink>
      </p>
    </ResultPage>
  )
}
