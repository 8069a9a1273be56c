import { inTab, readItem, removeItem, writeItem } from '#api/storage.ts'

const FORMS = ['/auth/register', '/auth/login', '/auth/forgot-pin'] as const
type SignInForm = (typeof FORMS)[number]

/** Which form the code was sent by; neither the number nor anything else of it. */
const NAME = 'begun_sign_in'
export const UNSENT_CODE = 'unsent_code'

let isUnsaid = false

/** What is left of a sign-in after a reload, which forgets all that was typed. */
export const begunSignIn = {
  remember: (form: SignInForm): void => writeItem(inTab, NAME, form),
  forget(): void {
    removeItem(inTab, NAME)
    removeItem(inTab, UNSENT_CODE)
  },
  /** The form of a sign-in whose code page was reloaded; it is to be said why the form is there again. */
  takeAfterReload(): SignInForm | undefined {
    const kept = readItem(inTab, NAME)
    const form = FORMS.find((one) => one === kept)
    removeItem(inTab, NAME)
    isUnsaid = form !== undefined
    return form
  },
  /** Whether that is still to be said. */
  takeUnsaid(): boolean {
    const was = isUnsaid
    isUnsaid = false
    return was
  },
}
