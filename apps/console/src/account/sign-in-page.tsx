import type { Elements } from '@avouch/design/jsx-runtime'
import { useTranslate } from '#i18n/language.ts'
import { Card, Page } from '#ui/page.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Shown at every address of a console until somebody is signed in. */
export function SignInPage({ lede, children }: { lede: string; children?: Elements }) {
  const t = useTranslate()
  return (
    <div className="mx-auto max-w-[34rem]">
      <Page title={t('signIn.title')} lede={lede}>
        <Card>
          <SignInForm />
        </Card>
        {children}
      </Page>
    </div>
  )
}
