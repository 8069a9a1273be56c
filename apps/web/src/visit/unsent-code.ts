import { inTab, readItem, removeItem, writeItem } from '#api/storage.ts'
import { UNSENT_CODE } from './begun-sign-in.ts'

/** The newest registration of this tab got no SMS: a log-in continues it. It names neither the number nor the PIN. */
export const unsentCode = {
  is: (): boolean => readItem(inTab, UNSENT_CODE) !== undefined,
  set: (): void => writeItem(inTab, UNSENT_CODE, 'yes'),
  clear: (): void => removeItem(inTab, UNSENT_CODE),
}
