import type { Device } from '../device.ts'
import type { SmsLimits } from './limits.ts'
import type { SmsPurpose, SmsRequest } from './ports.ts'

const LAST_DIGITS = 4

type Deps = {
  limits: SmsLimits
  /** E.164 of a stored number. */
  openPhone: (phoneEnc: string, phoneIdx: Buffer) => string
  countryOf: (number: string) => string | undefined
  mac: (...parts: string[]) => Buffer
}
export type SmsOrder = { purpose: SmsPurpose; phoneEnc: string; phoneIdx: Buffer; device: Device }
export type DescribeSms = ReturnType<typeof createDescribeSms>

/** What an SMS is counted by: hashes under a key of their own, and the country. */
export const createDescribeSms =
  ({ limits, openPhone, countryOf, mac }: Deps) =>
  ({ purpose, phoneEnc, phoneIdx, device }: SmsOrder): Omit<SmsRequest, 'challengeId'> => {
    const number = openPhone(phoneEnc, phoneIdx)
    return {
      purpose,
      country: countryOf(number) ?? 'none',
      blocked: limits.blockedPrefixes.some((prefix) => number.startsWith(prefix)),
      numberHash: mac('number', number),
      prefixHash: mac('neighbours', number.slice(0, -LAST_DIGITS)),
      browserHash: device === null ? null : mac('browser', device.toString('hex')),
    }
  }
