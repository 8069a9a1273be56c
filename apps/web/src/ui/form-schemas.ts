// The rules of the forms and the library that reads them are loaded with the first touch of a form, not with its page.
import * as contract from '@avouch/contract'
import * as z from 'zod/mini'
import { loadedGroups } from './phone.ts'

export { digitsForm, longCodeForm, resetPinFormFor } from '@avouch/contract'

/** As many digits as the numbering plan has, once it is loaded: an empty number has an error of its own. */
const possibleLength = <Form extends { countryCode: string; phoneNumber: string }>() =>
  z.refine<Form>(
    ({ countryCode, phoneNumber }) =>
      phoneNumber === '' || loadedGroups()?.lengthOf(countryCode, phoneNumber) === undefined,
    { path: ['phoneNumber'], error: 'invalid_phone_number', when: () => true },
  )

export const loginForm = contract.loginForm.check(possibleLength())
export const forgotPinForm = contract.forgotPinForm.check(possibleLength())
export const registrationFormFor = (blocklist: contract.PinBlocklist) =>
  contract.registrationFormFor(blocklist).check(possibleLength())

/** An input method replaces its own text until it is done: fields of digits see it then, and change nothing before. */
for (const type of ['input', 'compositionend'])
  document.addEventListener(
    type,
    (event) => {
      const { target } = event
      if (!(target instanceof HTMLInputElement) || !/^(numeric|tel)$/.test(target.inputMode)) return
      if (type !== 'input') target.dispatchEvent(new Event('input', { bubbles: true }))
      else if ('isComposing' in event && event.isComposing === true && /[^ -~]/.test(target.value))
        event.stopPropagation()
    },
    true,
  )
