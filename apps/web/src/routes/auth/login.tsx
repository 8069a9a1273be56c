import { NotFound } from '@avouch/api-client'
import type { LoginForm } from '@avouch/contract'
import { nextScreen } from '@avouch/journey'
import { useState } from 'react'
import { LoginScreen } from '#features/auth/login-screen.tsx'
import { tellUserNotFound } from '#features/auth/notices.ts'
import { keepCountry, keepTyped, typedCountry, typedLogin } from '#features/auth/typed.ts'
import { prepareCaptcha } from '#lib/captcha.ts'
import { dismissAll } from '#lib/notifications.ts'
import { isAt, navigate, useSearch } from '#lib/navigation.ts'
import { useWay } from '#lib/way.ts'

const isHere = () => isAt('/auth/login')

export function Login() {
  const { expired } = useSearch('/auth/login')
  const [values] = useState(typedLogin)
  const [country] = useState(typedCountry)

  const submit = async (typed: LoginForm) => {
    keepTyped(typed)
    dismissAll()
    try {
      await (await import('#features/auth/sign-in.ts')).logIn(typed, isHere)
      if (isHere()) await navigate({ to: nextScreen('LOG_IN', 'codeSent') })
    } catch (error) {
      if (!(error instanceof NotFound)) throw error
      tellUserNotFound()
    }
  }
  const forgotPin = useWay('/auth/forgot-pin')
  const register = useWay('/auth/register')
  const begin = () => prepareCaptcha('prelogin')
  const shown = { values, country, expired, forgotPin, register }
  const screen = { ...shown, onCountry: keepCountry, onLogin: submit, onBegin: begin, onLeave: keepTyped }
  return <LoginScreen {...screen} />
}
