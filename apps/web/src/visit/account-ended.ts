import { inTab, readItem, removeItem, writeItem } from '#api/storage.ts'

const NAME = 'account_ended'

/** For the page that says so, once: anybody can open its address. */
export const accountEnded = {
  remember: () => writeItem(inTab, NAME, 'yes'),
  isSo: () => readItem(inTab, NAME) !== undefined,
  forget: () => removeItem(inTab, NAME),
}
