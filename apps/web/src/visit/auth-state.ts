import type { CodeForm, SignInType } from '@avouch/contract'
import { create } from 'zustand'
import { inTab, readItem, removeItem, writeItem } from '#api/storage.ts'

/** Values typed and answers received while signing in. In memory only, except for the identification token. */
export type AuthState = {
  type: SignInType | undefined
  /** Country as picked: several share a dial code. */
  country: string
  countryCode: string
  phoneNumber: string
  /** The number after a reload, as it may be shown. */
  maskedPhone?: string
  pin: string
  confirmPin: string
  acceptTerms: boolean
  consent: boolean
  smsCode: string
  /** The visitor came back to correct the number. */
  isCorrecting?: boolean
  /** The pre-confirmation token. */
  authToken: string
  pinId: string
  form: CodeForm
  /** False: no SMS went out for this request, and an earlier one has the code. */
  sent: boolean
  /** The time of `performance.now()` at which the newest answer about a code came. */
  sentAt: number
  /** That from which a new code may be asked for. */
  resendAt: number
  /** No gateway has the SMS yet. */
  smsPending?: boolean
  /** The proof of the number, for one change of the PIN. */
  recoverPinToken: string
  /** The reset is done. */
  pinChanged: boolean
  /** The PIN came into its field in one go, as from a password manager. */
  isPinFilled?: boolean
  identificationToken: string
  /** A stopped number's right to show a document once more, for ten minutes. */
  appealToken?: string
}

const EMPTY: AuthState = {
  type: undefined,
  country: '',
  countryCode: '',
  phoneNumber: '',
  pin: '',
  confirmPin: '',
  acceptTerms: false,
  consent: false,
  smsCode: '',
  authToken: '',
  pinId: '',
  form: 'digits',
  sent: true,
  sentAt: 0,
  resendAt: 0,
  recoverPinToken: '',
  pinChanged: false,
  identificationToken: '',
}

export const useAuthState = create(() => EMPTY)

export const authState = {
  get: useAuthState.getState,
  set: (part: Partial<AuthState>): void => useAuthState.setState(part),
  /** Forgets everything except `left`. */
  reset: (left: Partial<AuthState> = {}): void => useAuthState.setState({ ...EMPTY, ...left }, true),
}

const FORMS = ['/auth/register', '/auth/login', '/auth/forgot-pin'] as const
type SignInForm = (typeof FORMS)[number]

/** Names the item with the form that asked for the code. */
const NAME = 'begun_sign_in'
/** Names the item with number, type and code, sealed by the server for this browser. */
const IDENTIFICATION = 'identification_token'
const UNSENT_CODE = 'unsent_code'

let isNoticeDue = false

/** Keeps the rest of a sign-in over a reload, which forgets all that was typed. */
export const pendingSignIn = {
  remember(form: SignInForm, identificationToken: string | undefined): void {
    writeItem(inTab, NAME, form)
    if (identificationToken === undefined) removeItem(inTab, IDENTIFICATION)
    else writeItem(inTab, IDENTIFICATION, identificationToken)
  },
  /** @param form a token of another form's code does not count */
  identificationToken: (form?: SignInForm): string | undefined =>
    form === undefined || form === readItem(inTab, NAME) ? readItem(inTab, IDENTIFICATION) : undefined,
  forget(): void {
    removeItem(inTab, NAME)
    removeItem(inTab, IDENTIFICATION)
    removeItem(inTab, UNSENT_CODE)
  },
  /** Takes the form of a sign-in that cannot go on after a reload; a notice is due that says why the form is there again. */
  takeAfterReload(): SignInForm | undefined {
    const kept = readItem(inTab, NAME)
    const form = FORMS.find((one) => one === kept)
    removeItem(inTab, NAME)
    removeItem(inTab, IDENTIFICATION)
    isNoticeDue = form !== undefined
    return form
  },
  /** Tells once that this notice is due. */
  takeNotice(): boolean {
    const was = isNoticeDue
    isNoticeDue = false
    return was
  },
}

/** Marks that the newest registration of this tab got no SMS: a log-in continues it. It names neither the number nor the PIN. */
export const unsentCode = {
  is: (): boolean => readItem(inTab, UNSENT_CODE) !== undefined,
  set: (): void => writeItem(inTab, UNSENT_CODE, 'yes'),
  clear: (): void => removeItem(inTab, UNSENT_CODE),
}
