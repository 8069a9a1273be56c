import { type Address, type Client, UNKNOWN_ADDRESS } from '../../platform/client.ts'
import type { Mac } from '../../platform/keyring.ts'
import type { SmsLimits } from './limits.ts'
import type { SmsPlace, SmsPurpose, SmsRequest } from './sms-request.ts'

const LAST_DIGITS = 4

/** What SMS need of the phone book, which knows accounts and so stands above them. */
export type Phones = {
  open: (phoneEnc: string, phoneIdx: Buffer) => string
  countryOf: (number: string) => string | undefined
}

type Deps = { limits: SmsLimits; phones: Phones; mac: Mac }
type SmsOrder = { purpose: SmsPurpose; phoneEnc: string; phoneIdx: Buffer; client: Client | null }

/** What an SMS is counted by: hashes under a key of their own, and the country. */
export function createDescribeSms({ limits, phones, mac }: Deps) {
  const placeOf = ({ host, network }: Address): SmsPlace => ({
    addressHash: mac('address', host),
    networkHash: mac('network', network),
    earnsRoom: host !== UNKNOWN_ADDRESS.host,
  })

  return ({ purpose, phoneEnc, phoneIdx, client }: SmsOrder): Omit<SmsRequest, 'challengeId'> => {
    const number = phones.open(phoneEnc, phoneIdx)
    const device = client?.device ?? null
    return {
      purpose,
      country: phones.countryOf(number) ?? 'none',
      blocked: limits.blockedPrefixes.some((prefix) => number.startsWith(prefix)),
      numberHash: mac('number', number),
      prefixHash: mac('neighbours', number.slice(0, -LAST_DIGITS)),
      browserHash: device === null ? null : mac('browser', device.toString('hex')),
      place: client && placeOf(client.address),
    }
  }
}
