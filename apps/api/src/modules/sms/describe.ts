import { type Address, type Client, UNKNOWN_ADDRESS } from '../../platform/client.ts'
import type { SmsLimits } from './limits.ts'
import type { SmsPlace, SmsPurpose, SmsRequest } from './sms-budget.ports.ts'

const LAST_DIGITS = 4

type Deps = {
  limits: SmsLimits
  /** E.164 of a stored number. */
  openPhone: (phoneEnc: string, phoneIdx: Buffer) => string
  countryOf: (number: string) => string | undefined
  mac: (...parts: string[]) => Buffer
}
export type SmsOrder = { purpose: SmsPurpose; phoneEnc: string; phoneIdx: Buffer; client: Client | null }
export type DescribeSms = ReturnType<typeof createDescribeSms>

/** What an SMS is counted by: hashes under a key of their own, and the country. */
export function createDescribeSms({ limits, openPhone, countryOf, mac }: Deps) {
  const placeOf = ({ host, network }: Address): SmsPlace => ({
    addressHash: mac('address', host),
    networkHash: mac('network', network),
    earnsRoom: host !== UNKNOWN_ADDRESS.host,
  })

  return ({ purpose, phoneEnc, phoneIdx, client }: SmsOrder): Omit<SmsRequest, 'challengeId'> => {
    const number = openPhone(phoneEnc, phoneIdx)
    const device = client?.device ?? null
    return {
      purpose,
      country: countryOf(number) ?? 'none',
      blocked: limits.blockedPrefixes.some((prefix) => number.startsWith(prefix)),
      numberHash: mac('number', number),
      prefixHash: mac('neighbours', number.slice(0, -LAST_DIGITS)),
      browserHash: device === null ? null : mac('browser', device.toString('hex')),
      place: client && placeOf(client.address),
    }
  }
}
