import { fullPhoneNumber, validatePhone } from '@avouch/contract'
import { registerCache } from '#api/caches.ts'
import { call } from '#api/api.ts'
import { isRefusal } from '#api/failures.ts'
import { withCaptcha } from '#captcha/captcha.ts'
import { settings } from '#settings/page-settings.ts'

const known = new Map<string, boolean>()
registerCache({ clear: () => known.clear(), refetch: () => undefined })

/**
 * Asks if a number can receive an SMS; where it cannot be asked now, sending the form finds it out.
 * @param unwanted aborted when the number is another one, or the form was left: nothing is sent then
 */
export async function canReceiveSms(dialCode: string, national: string, unwanted: AbortSignal): Promise<boolean> {
  const phone = fullPhoneNumber(dialCode, national)
  const answer = known.get(phone)
  if (answer !== undefined) return answer
  // A service may show a puzzle, which comes only after a press.
  if (settings.captchaService !== null) return true
  try {
    const asked = { phone_number: phone }
    const { data } = await withCaptcha('validate', (recaptchaResponse) => {
      unwanted.throwIfAborted()
      return call(validatePhone, { body: { ...asked, recaptchaResponse } })
    })
    known.set(phone, data.valid)
    return data.valid
  } catch (error) {
    return !isRefusal(error, 'invalid_phone_number')
  }
}
