// The rules of the forms and the library that reads them are loaded with the first touch of a form, not with its page.
export {
  digitsForm,
  forgotPinForm,
  loginForm,
  longCodeForm,
  registrationFormFor,
  resetPinFormFor,
} from '@avouch/contract'
