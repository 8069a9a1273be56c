import { inTab, readItem, removeItem, writeItem } from '#api/storage.ts'

const FORMS = ['/auth/register', '/auth/login', '/auth/forgot-pin'] as const
type SignInForm = (typeof FORMS)[number]

/** Which form the code was sent by. */
const NAME = 'begun_sign_in'
/** Number, type and code, sealed by the server for this browser. */
const IDENTIFICATION = 'identification_token'
export const UNSENT_CODE = 'unsent_code'

let isUnsaid = false

/** Keeps the rest of a sign-in over a reload, which forgets all that was typed. */
export const begunSignIn = {
  remember(form: SignInForm, identificationToken: string | undefined): void {
    writeItem(inTab, NAME, form)
    if (identificationToken === undefined) removeItem(inTab, IDENTIFICATION)
    else writeItem(inTab, IDENTIFICATION, identificationToken)
  },
  /** `of`: of a code that this form sent, alone. */
  identificationToken: (of?: SignInForm): string | undefined =>
    of === undefined || of === readItem(inTab, NAME) ? readItem(inTab, IDENTIFICATION) : undefined,
  forget(): void {
    removeItem(inTab, NAME)
    removeItem(inTab, IDENTIFICATION)
    removeItem(inTab, UNSENT_CODE)
  },
  /** The form of a sign-in that does not go on after a reload; it is to be said why the form is there again. */
  takeAfterReload(): SignInForm | undefined {
    const kept = readItem(inTab, NAME)
    const form = FORMS.find((one) => one === kept)
    removeItem(inTab, NAME)
    removeItem(inTab, IDENTIFICATION)
    isUnsaid = form !== undefined
    return form
  },
  /** Tells, once, if that is still to be said. */
  takeUnsaid(): boolean {
    const was = isUnsaid
    isUnsaid = false
    return was
  },
}
