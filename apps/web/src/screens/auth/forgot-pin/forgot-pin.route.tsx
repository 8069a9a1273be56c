import type { ForgotPinForm } from '@avouch/contract'
import { nextScreen } from '@avouch/journey'
import { Fragment } from 'react'
import { AboveForm } from '#screens/auth/above-form.tsx'
import { ForgotPinScreen } from './forgot-pin-screen.tsx'
import { keepCountry, keepTyped, typedNumber, useTyped } from '#screens/auth/typed.ts'
import { useReloadNotice } from '#screens/auth/use-reload-notice.ts'
import { beginCaptcha } from '#captcha/begin.ts'
import { isAt, navigate } from '#router/navigation.ts'

const isHere = () => isAt('/auth/forgot-pin')

export function Screen() {
  useReloadNotice()
  const { values, country, isCorrecting } = useTyped(typedNumber)

  const submit = async (typed: ForgotPinForm) => {
    keepTyped(typed)
    await (await import('#screens/auth/recovery.ts')).beginReset(typed, isHere)
    if (isHere()) await navigate({ to: nextScreen('RESET_PIN', 'numberGiven') })
  }
  const begin = () => beginCaptcha('prechange')
  const screen = { values, country, isCorrecting, onCountry: keepCountry, onNumber: submit, onBegin: begin }
  return (
    <Fragment>
      <AboveForm />
      <ForgotPinScreen {...screen} onType={keepTyped} />
    </Fragment>
  )
}
