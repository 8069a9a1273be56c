import { type AccountPage, screenSignedIn } from '@avouch/journey'
import { inTab, readItem, removeItem, writeItem } from '#api/storage.ts'
import { SIGN_IN_FOR } from './visitor.ts'

/** Has the page of the account that a sign-in of this tab is for, over a reload. */
export const signInFor = {
  remember: (page: AccountPage): void => writeItem(inTab, SIGN_IN_FOR, page),
  /** The screen that follows the sign-in. */
  next: () => screenSignedIn(readItem(inTab, SIGN_IN_FOR)),
  forget: (): void => removeItem(inTab, SIGN_IN_FOR),
}
