import { fullPhoneNumber, passkeys, type ResetPinForm } from '@avouch/contract'
import { type AccountPage, nextScreen } from '@avouch/journey'
import { useEffect, useState } from 'react'
import { call } from '#api/api.ts'
import { inBackground } from '#api/report.ts'
import { useLink } from '#router/link.tsx'
import { prefetch } from '#router/prefetch.ts'
import { PinChangedScreen, ResetPinScreen } from './reset-pin-screen.tsx'
import { chooseNewPin, forgetReset } from '#screens/auth/recovery.ts'
import { saveDraft } from '#screens/auth/draft.ts'
import { session } from '#api/session.ts'
import { authState, useAuthState } from '#visit/auth-state.ts'
import { signInFor } from '#visit/sign-in-for.ts'
import { beginCaptcha } from '#captcha/begin.ts'
import { settings } from '#settings/page-settings.ts'
import { maskedPhone, wholePhone } from '#ui/numbers/phone.ts'
import { isAt, navigate } from '#router/navigation.ts'

export function Screen() {
  const { pinChanged, countryCode, phoneNumber, recoverPinToken, maskedPhone: known = '' } = useAuthState()
  const [values] = useState({ pin: '', confirmPin: '' })
  const [kept, setKept] = useState<readonly string[]>([])
  const security = useLink('/account/security')
  useEffect(() => {
    // A reset does not end them all: a stranger with the SIM must not be able to.
    if (pinChanged && settings.passkeys && session.isOpen())
      prefetch(async () => setKept((await call(passkeys)).data.data.map(({ name }) => name)))
  }, [pinChanged])

  const submit = async (typed: ResetPinForm) => {
    if ((await chooseNewPin(typed)) === 'changed') return forgetReset()
    if (isAt('/auth/reset-pin')) await navigate({ to: nextScreen('RESET_PIN', 'codeSent') })
  }
  const leaveTo = (to: AccountPage | '/check' | '/auth/login') => {
    // Not before, else the form for the new PIN would be visible.
    inBackground(navigate({ to, replace: true }).then(() => authState.set({ pinChanged: false })))
  }
  const goOn = () => {
    leaveTo(signInFor.next())
    signInFor.forget()
  }
  if (pinChanged) {
    const onGoOn = session.isOpen() ? goOn : undefined
    return (
      <PinChangedScreen onGoOn={onGoOn} onLogin={() => leaveTo('/auth/login')} passkeys={kept} security={security} />
    )
  }
  const phone = phoneNumber === '' ? known : maskedPhone(countryCode, phoneNumber)
  const wholeNumber = fullPhoneNumber(countryCode, phoneNumber)
  const begin = () => beginCaptcha('recover')
  const userName = phoneNumber === '' ? '' : wholePhone(countryCode, phoneNumber)
  const shown = { values, phone, wholePhone: wholeNumber, userName, blocklist: settings.pinBlocklist }
  return (
    <ResetPinScreen {...shown} isProven={recoverPinToken !== ''} onPin={submit} onBegin={begin} onType={saveDraft} />
  )
}
