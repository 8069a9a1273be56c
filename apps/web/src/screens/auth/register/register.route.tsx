import type { RegistrationForm } from '@avouch/contract'
import { nextScreen } from '@avouch/journey'
import { Fragment } from 'react'
import { AboveForm } from '#screens/auth/above-form.tsx'
import { RegisterScreen } from './register-screen.tsx'
import { saveDraftCountry, saveDraft, registrationDraft, useDraft } from '#screens/auth/draft.ts'
import { useReloadNotice } from '#screens/auth/use-reload-notice.ts'
import { beginCaptcha } from '#captcha/begin.ts'
import { dismissAll } from '#ui/toasts/notifications.ts'
import { settings } from '#settings/page-settings.ts'
import { isAt, navigate } from '#router/navigation.ts'
import { useLink } from '#router/link.tsx'

const isHere = () => isAt('/auth/register')

export function Screen() {
  useReloadNotice()
  const { values, country, isCorrecting } = useDraft(registrationDraft)
  const login = useLink('/auth/login')

  const submit = async (typed: RegistrationForm) => {
    saveDraft(typed)
    dismissAll()
    const { registerAndSignIn } = await import('./registration.ts')
    const outcome = await registerAndSignIn(typed, isHere)
    if (outcome !== 'left' && isHere()) await navigate({ to: nextScreen('REGISTER', outcome) })
  }
  return (
    <Fragment>
      <AboveForm />
      <RegisterScreen
        values={values}
        blocklist={settings.pinBlocklist}
        country={country}
        isCorrecting={isCorrecting}
        onCountry={saveDraftCountry}
        onRegister={submit}
        onBegin={() => beginCaptcha('signup')}
        onType={saveDraft}
        login={login}
      />
    </Fragment>
  )
}
