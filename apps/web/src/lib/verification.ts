import * as z from 'zod/mini'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

const stored = z.object({
  transactionCode: z.string(),
  merchantUserId: z.string(),
  merchantIntentId: z.string(),
  isMobileVerifyUser: z.boolean(),
  isPaymentRedirectUrl: z.boolean(),
})
type Verification = z.infer<typeof stored>

const EMPTY: Verification = {
  transactionCode: '',
  merchantUserId: '',
  merchantIntentId: '',
  isMobileVerifyUser: false,
  isPaymentRedirectUrl: false,
}

/** What the visit is about, kept on this browser. What no longer parses is dropped. */
export const useVerification = create<Verification>()(
  persist(() => EMPTY, {
    name: 'verification',
    version: 1,
    merge: (kept, current) => {
      const parsed = stored.safeParse(kept)
      return parsed.success ? parsed.data : current
    },
    migrate: (kept) => {
      const parsed = stored.safeParse(kept)
      return parsed.success ? parsed.data : EMPTY
    },
  }),
)

type Visit = { mintid: string | undefined; mobile: boolean; payment?: boolean | undefined }

export function rememberVisit({ mintid, mobile, payment = false }: Visit): void {
  useVerification.setState({
    merchantIntentId: mintid ?? '',
    isMobileVerifyUser: mobile,
    isPaymentRedirectUrl: payment,
  })
}

/** A visit that came to its end is not offered again. */
export function forgetVisit(): void {
  useVerification.setState(EMPTY)
}

export function rememberTransaction(transactionCode: string): void {
  useVerification.setState({ transactionCode })
}

export function resetTransaction(): void {
  useVerification.setState({ transactionCode: '', merchantUserId: '' })
}
export function resetMerchantUser(): void {
  useVerification.setState({ merchantUserId: '' })
}
