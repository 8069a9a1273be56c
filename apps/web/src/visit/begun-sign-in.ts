import type { SignInType } from '@avouch/journey'
import { readItem, removeItem, writeItem } from '#api/storage.ts'

/** Which form the code was sent by; neither the number nor anything else of it. */
const NAME = 'begun_sign_in'
const TYPES: readonly SignInType[] = ['REGISTER', 'LOG_IN', 'RESET_PIN']
const inTab = () => window.sessionStorage

let isUnsaid = false

/** What is left of a sign-in after a reload, which forgets all that was typed. */
export const begunSignIn = {
  remember: (type: SignInType): void => writeItem(inTab, NAME, type),
  forget: (): void => removeItem(inTab, NAME),
  /** The type of a sign-in whose code page was reloaded; it is to be said why the form is there again. */
  takeAfterReload(): SignInType | undefined {
    const kept = readItem(inTab, NAME)
    const type = TYPES.find((one) => one === kept)
    removeItem(inTab, NAME)
    isUnsaid = type !== undefined
    return type
  },
  /** Whether that is still to be said. */
  takeUnsaid(): boolean {
    const was = isUnsaid
    isUnsaid = false
    return was
  },
}
