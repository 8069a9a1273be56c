import { useEffect, useEffectEvent, useState } from 'react'
import { inBackground } from '#api/report.ts'
import { errorText } from '#i18n/error-text.ts'
import { useTranslate } from '#i18n/language.ts'
import { prefetch, whenIdle } from '#router/prefetch.ts'
import { useFailureNotice } from '#ui/toasts/use-failure-notice.ts'
import { canUsePasskeys, useCanUsePasskeys } from '#visit/passkey-ability.ts'

/** The button for passkeys. */
export type PasskeyButton = { busy: boolean; onPress: () => void }

/**
 * Logs in by passkey: by a button, and by what the browser offers in the number's field.
 * @param onFailure called with what the server refused
 */
export function usePasskeyLogIn(onFailure: (error: unknown) => void) {
  const t = useTranslate()
  const isPossible = useCanUsePasskeys()
  const failure = useFailureNotice()
  const [isInField, setInField] = useState(false)
  const [busy, setBusy] = useState(false)
  const [page] = useState(() => new AbortController())

  const fail = useEffectEvent((error: unknown) => {
    onFailure(error)
    failure.show(errorText(t, error))
  })
  useEffect(() => () => page.abort(), [page])
  // A press ends the offer in the field; once it is cancelled, the offer begins anew.
  useEffect(() => {
    if (busy || !canUsePasskeys()) return
    const over = new AbortController()
    const onOffer = () => setInField(true)
    const offer = async () => {
      const { offerInField } = await import('./passkeys-in-field.ts')
      await offerInField({ over: over.signal, onOffer, onRefused: fail })
    }
    const cancel = whenIdle(() => prefetch(offer))
    return () => {
      cancel()
      over.abort()
    }
  }, [busy])

  const press = async () => {
    failure.dismiss()
    setBusy(true)
    try {
      await (await import('./passkey-log-in.ts')).logInByPasskey(page.signal)
    } catch (error) {
      fail(error)
    } finally {
      setBusy(false)
    }
  }
  const button: PasskeyButton | undefined = isPossible ? { busy, onPress: () => inBackground(press()) } : undefined
  return { isInField, button }
}
