import { Button } from '@avouch/design/button'
import type { Elements } from '@avouch/design/jsx-runtime'
import { inBackground } from '#api/report.ts'
import { useIsSignedIn } from '#api/session.ts'
import { useTranslate } from '#i18n/language.ts'
import { ScreenLink, useLink } from '#router/link.tsx'
import { navigate } from '#router/navigation.ts'
import { signInFor } from '#visit/sign-in-for.ts'
import { DocumentArt } from '#ui/art/document-art.tsx'
import { ResultPage } from '#ui/result-page.tsx'

/** Title and text for an unknown reader: they describe the page, not the reader's check. */
const TEXTS = {
  start: ['kyc.title', 'kyc.startingText'],
  result: ['kyc.title', 'signedOut.result'],
  reviewing: ['signedOut.reviewing', 'signedOut.reviewingText'],
  inProgress: ['signedOut.inProgress', 'signedOut.inProgressText'],
  denied: ['signedOut.denied', 'signedOut.deniedText'],
} as const

/** Shows a page to a visitor with a session; to others its subject, and a log-in that keeps the request. */
export function NeedsSession({ says, children }: { says: keyof typeof TEXTS; children: Elements }) {
  const t = useTranslate()
  const isSignedIn = useIsSignedIn()
  const register = useLink('/auth/register')
  if (isSignedIn) return children
  const logIn = () => {
    signInFor.forget()
    inBackground(navigate({ to: '/auth/login' }))
  }
  const [title, text] = TEXTS[says]
  return (
    <ResultPage title={t(title)} lede={t(text)} art={<DocumentArt />}>
      <p>{t('signedOut.login')}</p>
      <Button onClick={logIn}>{t('action.login')}</Button>
      <p className="flex flex-wrap items-center justify-center gap-x-2 text-[.9375rem] text-ink-soft">
        <span>{t('login.noAccount')}</span>
        <ScreenLink target={register}>{t('login.register')}</ScreenLink>
      </p>
    </ResultPage>
  )
}
