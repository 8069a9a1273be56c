// Loaded with the first touch of a form, not with its page: the rules, and the library that reads them.

import '#api/zod-config.ts'
import * as contract from '@avouch/contract'
import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldValues, Resolver } from 'react-hook-form'
import * as z from 'zod/mini'
import { loadedNumberingPlans } from '#ui/numbers/phone.ts'

export const resolverOf = <Values extends FieldValues>(
  schema: contract.Schema<Values, Values>,
): Resolver<Values, unknown> => zodResolver(schema)

export { digitsForm, longCodeForm, resetPinFormFor } from '@avouch/contract'

/** Checks the length of a number, once the numbering plans are loaded. An empty number has another error. */
const possibleLength = <Form extends { countryCode: string; phoneNumber: string }>() =>
  z.refine<Form>(
    ({ countryCode, phoneNumber }) =>
      phoneNumber === '' || loadedNumberingPlans()?.lengthOf(countryCode, phoneNumber) === undefined,
    { path: ['phoneNumber'], error: 'invalid_phone_number', when: () => true },
  )

export const loginForm = contract.loginForm.check(possibleLength())
export const forgotPinForm = contract.forgotPinForm.check(possibleLength())
export const registrationFormFor = (blocklist: contract.PinBlocklist) =>
  contract.registrationFormFor(blocklist).check(possibleLength())

// Fields of digits see a text under an input method once it is done: it would be replaced until then.
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
