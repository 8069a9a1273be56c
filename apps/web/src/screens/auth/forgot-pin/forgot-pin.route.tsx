import type { ForgotPinForm } from '@avouch/contract'
import { nextScreen } from '@avouch/journey'
import { Fragment } from 'react'
import { AboveForm } from '#screens/auth/above-form.tsx'
import { ForgotPinScreen } from './forgot-pin-screen.tsx'
import { saveDraftCountry, saveDraft, forgotPinDraft, useDraft } from '#screens/auth/draft.ts'
import { useReloadNotice } from '#screens/auth/use-reload-notice.ts'
import { beginCaptcha } from '#captcha/begin.ts'
import { isAt, navigate } from '#router/navigation.ts'

const isHere = () => isAt('/auth/forgot-pin')

export function Screen() {
  useReloadNotice()
  const { values, country, isCorrecting } = useDraft(forgotPinDraft)

  const submit = async (typed: ForgotPinForm) => {
    saveDraft(typed)
    await (await import('#screens/auth/recovery.ts')).beginReset(typed, isHere)
    if (isHere()) await navigate({ to: nextScreen('RESET_PIN', 'numberGiven') })
  }
  const begin = () => beginCaptcha('prechange')
  const screen = { values, country, isCorrecting, onCountry: saveDraftCountry, onNumber: submit, onBegin: begin }
  return (
    <Fragment>
      <AboveForm />
      <ForgotPinScreen {...screen} onType={saveDraft} />
    </Fragment>
  )
}
