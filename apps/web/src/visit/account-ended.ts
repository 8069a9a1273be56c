import { inTab, readItem, removeItem, writeItem } from '#api/storage.ts'

const NAME = 'account_ended'

/** For the page that says so, once: anybody can open its address. */
export const rememberAccountEnded = (): void => writeItem(inTab, NAME, 'yes')

export function takeAccountEnded(): boolean {
  const isEnded = readItem(inTab, NAME) !== undefined
  removeItem(inTab, NAME)
  return isEnded
}
