import type { KeptSearch } from '#router/search.ts'
import { inBrowser, readItem, writeItem } from '#api/storage.ts'

const EMPTY = {
  transactionCode: '',
  merchantUserId: '',
  merchantIntentId: '',
  isMobileVerifyUser: false,
  isPaymentRedirectUrl: false,
}
type Verification = typeof EMPTY

const NAME = 'verification'
const VERSION = 1

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Of the same names and kinds as what is empty. */
const isVerification = (value: unknown): value is Verification =>
  isRecord(value) && Object.entries(EMPTY).every(([name, empty]) => typeof value[name] === typeof empty)

/** What no longer parses is dropped. */
function read(): Verification {
  try {
    const kept: unknown = JSON.parse(readItem(inBrowser, NAME) ?? 'null')
    return isRecord(kept) && isVerification(kept['state']) ? kept['state'] : EMPTY
  } catch {
    // No JSON.
    return EMPTY
  }
}

let current: Verification | undefined

/** What the visit is about, kept on this browser. */
export const verification = {
  get: (): Verification => (current ??= read()),
  set(part: Partial<Verification>): void {
    current = { ...verification.get(), ...part }
    writeItem(inBrowser, NAME, JSON.stringify({ state: current, version: VERSION }))
  },
}

type Visit = { mintid: string | undefined; mobile: boolean; payment?: boolean | undefined }

export function rememberVisit({ mintid, mobile, payment = false }: Visit): void {
  verification.set({ merchantIntentId: mintid ?? '', isMobileVerifyUser: mobile, isPaymentRedirectUrl: payment })
}

/** A visit that came to its end is not offered again. With a code: this one alone, as another tab may have begun its own. */
export function forgetVisit(mintid?: string): void {
  if (mintid === undefined || read().merchantIntentId === mintid) verification.set(EMPTY)
}

/** The open visit, for a visitor who comes back without its parameters. A return id names a visit of its own. */
export function restoreVisit(kept: KeptSearch): KeptSearch {
  const { merchantIntentId, isMobileVerifyUser } = verification.get()
  if (kept.mintid !== undefined || kept.return !== undefined || merchantIntentId === '') return kept
  return { ...kept, mintid: merchantIntentId, mobile: kept.mobile || isMobileVerifyUser }
}

export const resetTransaction = (): void => verification.set({ transactionCode: '', merchantUserId: '' })
export const resetMerchantUser = (): void => verification.set({ merchantUserId: '' })
