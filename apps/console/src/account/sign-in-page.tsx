import type { ReactNode } from 'react'
import { useTranslate } from '#i18n/language.ts'
import { Card, Page } from '#ui/page.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Stands at every address of a console until a person is signed in. */
export function SignInPage({ lede, children }: { lede: string; children?: ReactNode }) {
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
