import { createStore } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { inBackground } from '#api/report.ts'
import type { CommonSearch } from '#router/location.ts'
import { inBrowser, readItem, removeItem, writeItem } from '#api/storage.ts'

const EMPTY = {
  transactionCode: '',
  merchantUserId: '',
  merchantIntentId: '',
  isMobileVerifyUser: false,
  isPaymentRedirectUrl: false,
}
type Verification = typeof EMPTY

/** True for fields with the names and types of the empty ones. */
const isVerification = (value: unknown): value is Verification =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(EMPTY).every(([name, empty]) => typeof Reflect.get(value, name) === typeof empty)

/** Keeps the visit's facts on this browser. Text that no longer parses is dropped. */
export const verification = createStore<Verification>()(
  persist(() => EMPTY, {
    name: 'verification',
    version: 1,
    storage: createJSONStorage(() => ({
      getItem: (name) => readItem(inBrowser, name) ?? null,
      setItem: (name, text) => writeItem(inBrowser, name, text),
      removeItem: (name) => removeItem(inBrowser, name),
    })),
    migrate: () => EMPTY,
    merge: (kept, now) => (isVerification(kept) ? kept : now),
  }),
)

type Visit = { mintid: string | undefined; mobile: boolean; payment?: boolean | undefined }

export function rememberVisit({ mintid, mobile, payment = false }: Visit): void {
  verification.setState({ merchantIntentId: mintid ?? '', isMobileVerifyUser: mobile, isPaymentRedirectUrl: payment })
}

/** A visit that came to its end is not offered again. With a code: this one alone, as another tab may have begun its own. */
export function forgetVisit(mintid?: string): void {
  // Reads what another tab wrote, before this line ends: the storage is synchronous.
  inBackground(verification.persist.rehydrate())
  if (mintid === undefined || verification.getState().merchantIntentId === mintid) verification.setState(EMPTY)
}

/** The open visit, for a visitor who comes back without its parameters. A return id names another visit. */
export function restoreVisit(kept: CommonSearch): CommonSearch {
  const { merchantIntentId, isMobileVerifyUser } = verification.getState()
  if (kept.mintid !== undefined || kept.return !== undefined || merchantIntentId === '') return kept
  return { ...kept, mintid: merchantIntentId, mobile: kept.mobile || isMobileVerifyUser }
}

export const resetTransaction = (): void => void verification.setState({ transactionCode: '', merchantUserId: '' })
export const resetMerchantUser = (): void => void verification.setState({ merchantUserId: '' })
