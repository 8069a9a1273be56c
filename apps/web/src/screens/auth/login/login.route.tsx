import { NotFound } from '@avouch/api-client'
import type { LoginForm } from '@avouch/contract'
import { nextScreen } from '@avouch/journey'
import { Fragment, useState } from 'react'
import { AboveForm } from '#screens/auth/above-form.tsx'
import { LoginScreen } from './login-screen.tsx'
import { usePasskeyLogIn } from './use-passkey-log-in.ts'
import { saveDraftCountry, saveDraft, loginDraft, useDraft } from '#screens/auth/draft.ts'
import { useReloadNotice } from '#screens/auth/use-reload-notice.ts'
import { isRefusal } from '#api/failures.ts'
import { beginCaptcha } from '#captcha/begin.ts'
import { dismissAll } from '#ui/toasts/notifications.ts'
import { isAt, navigate, useSearch } from '#router/navigation.ts'
import { useLink } from '#router/link.tsx'

const isHere = () => isAt('/auth/login')

export function Screen() {
  useReloadNotice()
  const { expired } = useSearch('/auth/login')
  const { values, country, isCorrecting } = useDraft(loginDraft)
  const [refused, setRefused] = useState(0)
  const [locked, setLocked] = useState(false)

  const { button: passkey, isInField: isPasskeyInField } = usePasskeyLogIn((error) =>
    setLocked(isRefusal(error, 'account_locked')),
  )

  const submit = async (typed: LoginForm) => {
    saveDraft(typed)
    dismissAll()
    setLocked(false)
    try {
      const type = await (await import('#screens/auth/sign-in.ts')).logIn(typed, isHere)
      if (isHere()) await navigate({ to: nextScreen(type, 'codeSent') })
    } catch (error) {
      if (isRefusal(error, 'wrong_login_info')) setRefused((times) => times + 1)
      setLocked(isRefusal(error, 'account_locked'))
      if (!(error instanceof NotFound)) throw error
      ;(await import('#screens/auth/notices.ts')).notifyUserNotFound()
    }
  }
  const forgotPin = useLink('/auth/forgot-pin')
  const register = useLink('/auth/register')
  const begin = () => beginCaptcha('prelogin')
  const shown = {
    values,
    country,
    expired,
    refused,
    locked,
    isCorrecting,
    forgotPin,
    register,
    passkey,
    isPasskeyInField,
  }
  const screen = { ...shown, onCountry: saveDraftCountry, onLogin: submit, onBegin: begin, onType: saveDraft }
  return (
    <Fragment>
      <AboveForm />
      <LoginScreen {...screen} />
    </Fragment>
  )
}
