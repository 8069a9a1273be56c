import { nextScreen, SIGN_IN_START } from '@avouch/journey'
import { useEffect, useState } from 'react'
import { isOutage } from '#api/connection.ts'
import { inBackground } from '#api/report.ts'
import { ConfirmCodeScreen } from './confirm-code-screen.tsx'
import { useDelivery } from './use-delivery.ts'
import {
  notifyNoNewSms,
  notifySamePin,
  notifySmsFailed,
  notifyStartAgain,
  notifyUnderAge,
} from '#screens/auth/notices.ts'
import { confirmReset, forgetReset, requestResetCode } from '#screens/auth/recovery.ts'
import { confirmCode, isCodeDead, requestNewCode, resume } from '#screens/auth/sign-in.ts'
import { goOnSignedIn } from '#screens/auth/signed-in.ts'
import { LoadingScreen, MessageScreen } from '#screens/layout/message-screen.tsx'
import { accountEnded } from '#visit/tab-state.ts'
import { authState, pendingSignIn, useAuthState } from '#visit/auth-state.ts'
import { canUsePasskeys } from '#visit/passkey-ability.ts'
import { isRefusal } from '#api/failures.ts'
import { useTranslate } from '#i18n/language.ts'
import { announce, dismissAll } from '#ui/toasts/notifications.ts'
import { maskedPhone, writtenPhone } from '#ui/numbers/phone.ts'
import { navigate } from '#router/navigation.ts'
import { prefetch } from '#router/prefetch.ts'
import { storeCountry } from '#settings/home-country.ts'

/** Restores a sign-in that a reload has forgotten. */
export const Screen = () => (useAuthState().pinId === '' ? <Resume /> : <ConfirmCode />)

/** Resumes the sign-in of this tab; where its code is no longer valid, goes back to its form, which says why. */
function Resume() {
  const [failure, setFailure] = useState<'offline' | 'crash'>()
  useEffect(() => {
    const kept = pendingSignIn.identificationToken()
    // Without a sign-in the visitor is being redirected.
    if (failure !== undefined || kept === undefined) return
    resume(kept).catch((error: unknown) => {
      if (!isRefusal(error, 'wrong_verification', 'invalid_request'))
        return setFailure(isOutage(error) ? 'offline' : 'crash')
      const to = pendingSignIn.takeAfterReload() ?? SIGN_IN_START
      inBackground(navigate({ to, replace: true }))
    })
  }, [failure])
  return failure === undefined ? (
    <LoadingScreen />
  ) : (
    <MessageScreen message={failure} onAct={() => setFailure(undefined)} />
  )
}

const UNDELIVERED = {
  unsent: 'confirmCode.givenUp',
  off: 'confirmCode.phoneOff',
  number: 'confirmCode.numberUnknown',
  blocked: 'confirmCode.smsBlocked',
  other: 'confirmCode.undelivered',
} as const

function ConfirmCode() {
  const {
    type = 'LOG_IN',
    form,
    sent,
    smsPending = false,
    countryCode,
    phoneNumber,
    resendAt,
    ...known
  } = useAuthState()
  const t = useTranslate()
  const [failed, setFailed] = useState<(typeof UNDELIVERED)[keyof typeof UNDELIVERED]>()

  const sealed = phoneNumber === '' ? known.maskedPhone : undefined
  const phone = sealed ?? maskedPhone(countryCode, phoneNumber)
  const wholePhone = sealed ?? writtenPhone(countryCode, phoneNumber)

  const startAgain = async (error: unknown) => {
    if (isRefusal(error, 'under_age_18')) return endUnderAge(error.details.appeal_token)
    if (isRefusal(error, 'same_pin')) return chooseAnotherPin()
    if (!isCodeDead(error)) throw error
    notifyStartAgain()
    await goBack('codeDead')
  }
  const goBack = async (why: 'codeDead' | 'wrongNumber') => {
    pendingSignIn.forget()
    authState.set({ pinId: '', authToken: '', recoverPinToken: '', isCorrecting: why === 'wrongNumber' })
    await navigate({ to: nextScreen(type, why), replace: true })
  }
  useDelivery(({ restart, why }) => {
    if (restart) {
      notifySmsFailed(wholePhone)
      return inBackground(goBack('codeDead'))
    }
    // A notification would lie over what the page says.
    dismissAll()
    setFailed(UNDELIVERED[why])
    announce(t(UNDELIVERED[why], { phone: wholePhone }), 'assertive')
  })
  const chooseAnotherPin = async () => {
    notifySamePin()
    await navigate({ to: nextScreen('RESET_PIN', 'samePin'), replace: true })
  }
  const endUnderAge = async (appealToken: string | undefined) => {
    notifyUnderAge()
    accountEnded.remember()
    await navigate({ to: nextScreen('REGISTER', 'underAge'), replace: true })
    authState.reset(appealToken === undefined ? {} : { appealToken })
  }
  const isReset = type === 'RESET_PIN'
  const verify = async (code: string) => {
    dismissAll()
    const end = isReset ? await confirmReset(code) : await confirmCode(code)
    if (end === 'pinForgotten') return navigate({ to: nextScreen('RESET_PIN', 'samePin'), replace: true })
    if (phoneNumber !== '') storeCountry(authState.get().country, countryCode)
    authState.set({ pinChanged: isReset })
    if (!isReset) {
      if (known.isPinFilled && canUsePasskeys())
        prefetch(() => import('#visit/make-passkey.ts').then((part) => part.makeUnasked()))
      return goOnSignedIn()
    }
    pendingSignIn.forget()
    await navigate({ to: nextScreen('RESET_PIN', 'codeConfirmed'), replace: true })
    forgetReset()
  }
  const resend = isReset ? requestResetCode : requestNewCode
  const tellResent = () => {
    const answer = authState.get()
    if (answer.sent) setFailed(undefined)
    else notifyNoNewSms(phone, answer.smsPending === true)
    return answer.sent
  }
  return (
    <ConfirmCodeScreen
      phone={phone}
      wholePhone={wholePhone}
      form={form}
      sent={sent}
      pending={smsPending}
      failed={failed && t(failed, { phone: wholePhone })}
      resendAt={resendAt}
      onVerify={({ code }) => verify(code).catch(startAgain)}
      onResend={() =>
        resend()
          .then(tellResent)
          .catch((error: unknown) => startAgain(error).then(() => false))
      }
      onWrongNumber={() => void goBack('wrongNumber')}
    />
  )
}
