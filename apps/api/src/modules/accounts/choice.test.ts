import { AppError, PIN_BLOCKLISTS, registrationFormFor } from '@avouch/contract'
import { expect, test } from 'vitest'
import { refuseGuessable } from './pin.ts'

const ALL = Array.from({ length: 10_000 }, (_, i) => String(i).padStart(4, '0'))

test.each(PIN_BLOCKLISTS)(
  'With the PIN blocklist %s the server refuses the PINs that the form refuses, and no others [P-02 PIN-07]',
  (blocklist) => {
    const isRefused = (pin: string) => {
      try {
        refuseGuessable(blocklist, pin, '4915112345678')
        return false
      } catch (error) {
        expect(error).toBeInstanceOf(AppError)
        return true
      }
    }
    const schema = registrationFormFor(blocklist)
    const form = { countryCode: '49', phoneNumber: '015112345678', acceptTerms: true, consent: false }
    const refusedThere = ALL.filter((pin) => !schema.safeParse({ ...form, pin, confirmPin: pin }).success)
    expect(ALL.filter(isRefused)).toEqual(refusedThere)
  },
)
