import type { RegistrationForm } from '@avouch/contract'
import { nextScreen } from '@avouch/journey'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { tellRegistered, tellSmsFailed } from '#features/auth/notices.ts'
import { RegisterScreen } from '#features/auth/register-screen.tsx'
import { register, signInRegistered } from '#features/auth/sign-in.ts'
import { keepCountry, keepTyped, typedRegistration, useCountry } from '#features/auth/typed.ts'
import { isRefusal } from '#lib/error-text.ts'
import { maskedPhone } from '#lib/phone.ts'

export const Route = createFileRoute('/auth/register')({
  staticData: { back: true },
  component: Register,
})

function Register() {
  const navigate = Route.useNavigate()
  const [values] = useState(typedRegistration)
  const country = useCountry()

  const submit = async (typed: RegistrationForm) => {
    keepTyped(typed)
    await register(typed)
    tellRegistered()
    try {
      await signInRegistered(typed)
      await navigate({ to: nextScreen('REGISTER', 'codeSent') })
    } catch (error) {
      if (!isRefusal(error, 'cannot_send_sms')) throw error
      tellSmsFailed(maskedPhone(typed.countryCode, typed.phoneNumber))
      await navigate({ to: nextScreen('REGISTER', 'smsFailed') })
    }
  }
  const login = () => void navigate({ to: '/auth/login' })
  return (
    <RegisterScreen
      values={values}
      country={country}
      onCountry={keepCountry}
      onRegister={submit}
      onLeave={keepTyped}
      onLogin={login}
    />
  )
}
