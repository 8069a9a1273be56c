// The rules of the forms and the library that reads them are loaded with the first touch of a form, not with its page.
export {
  digitsForm,
  forgotPinForm,
  loginForm,
  longCodeForm,
  registrationFormFor,
  resetPinFormFor,
} from '@avouch/contract'

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
