import { digitsOf } from '@avouch/contract'
import { AsYouType, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** What is loaded when the first digit is typed: the numbering plans of all countries, in their smallest form. */
export type PhoneGroups = {
  group: (dialCode: string, national: string) => string
  isWhole: (dialCode: string, national: string) => boolean
  split: (text: string) => { country: string; dialCode: string; national: string } | undefined
}

const international = (dialCode: string, national: string) => `+${dialCode}${national.replace(/^0+/, '')}`

export const phoneGroups: PhoneGroups = {
  /** The digits as the country writes them; never other digits. */
  group(dialCode, national) {
    if (dialCode === '') return national
    const zeros = /^0*/.exec(national)?.[0] ?? ''
    const text =
      zeros +
      new AsYouType()
        .input(international(dialCode, national))
        .slice(dialCode.length + 1)
        .trim()
    return digitsOf(text) === national ? text : national
  },

  /** As many digits as a number of the country has. */
  isWhole: (dialCode, national) =>
    dialCode !== '' && parsePhoneNumberFromString(international(dialCode, national))?.isPossible() === true,

  /** A whole number as it is written between countries, with + or 00; undefined where no country is recognised. */
  split(text) {
    const typed = new AsYouType()
    typed.input(`+${digitsOf(text).replace(/^00/, '')}`)
    const [country, dialCode] = [typed.getCountry(), typed.getCallingCode()]
    if (country === undefined || dialCode === undefined) return undefined
    return { country, dialCode, national: digitsOf(typed.getNumberValue() ?? '').slice(dialCode.length) }
  },
}
