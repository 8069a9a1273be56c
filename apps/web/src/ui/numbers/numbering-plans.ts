import { digitsOf, notationsOf, PHONE_NUMBER_MAX_LENGTH, unescaped } from '@avouch/contract'
import { AsYouType, isSupportedCountry, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/mobile'
import { Metadata, type NumberingPlan } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/mobile/metadata'
import { prefetch } from '#router/prefetch.ts'

export type Picked = { country: string; dialCode: string }
export type Parts = Picked & { national: string }
/** How a text came into the field: key by key, in one piece, or (`left`) it is read when the focus leaves. */
type Way = 'typed' | 'arrived' | 'left'

type Change = {
  /** The field's text before; undefined when the field is left. */
  before: string | undefined
  picked: Picked
}

/** Numbering plans for the mobile numbers of all countries, loaded with the first digit. */
export type NumberingPlans = {
  group: (dialCode: string, national: string) => string
  /** Tells a number that is too short or too long for a mobile number of the country. */
  lengthOf: (dialCode: string, national: string) => 'short' | 'long' | undefined
  isWhole: (dialCode: string, national: string) => boolean
  dialled: (dialCode: string, national: string) => string | undefined
  checkAtRest: (dialCode: string, national: string, onWrong: () => void) => (() => void) | undefined
  read: (text: string, change: Change) => Parts | string | undefined
}

/** Countries by dial code, the largest first. */
const COUNTRIES: Readonly<Record<string, readonly string[]>> = metadata.country_calling_codes
const CODE_MAX_LENGTH = 3
/** Shorter digits may be a number of the picked country, even if they begin with another dial code. */
const BARE_MIN_LENGTH = 11

const withoutZeros = (national: string) => national.replace(/^0+/, '')

/** Finds the mobile number, in any notation. */
function mobileOf(dialCode: string, national: string): PhoneNumber | undefined {
  const numbers = notationsOf(dialCode, withoutZeros(national)).map((notation) =>
    parsePhoneNumberFromString(`+${dialCode}${notation}`),
  )
  return numbers.find((number) => number?.isValid() === true && number.country !== undefined)
}

/** Adds what the library's types lack. */
type Plan = NumberingPlan & { type?: (name: 'MOBILE') => { possibleLengths: () => number[] } | undefined }

/** Lists the lengths of mobile numbers in the country's plan. */
function lengthsOf(dialCode: string): number[] {
  const plans = new Metadata(metadata)
  return (COUNTRIES[dialCode] ?? [])
    .filter((country) => isSupportedCountry(country))
    .flatMap((country) => {
      plans.selectNumberingPlan(country)
      const plan: Plan | undefined = plans.numberingPlan
      return plan?.type?.('MOBILE')?.possibleLengths() ?? plan?.possibleLengths() ?? []
    })
}

const codeOf = (digits: string) =>
  [1, 2, CODE_MAX_LENGTH].map((length) => digits.slice(0, length)).find((code) => code in COUNTRIES)
const mayBecomeCode = (digits: string) => Object.keys(COUNTRIES).some((code) => code.startsWith(digits))

type International = Parts & { number?: PhoneNumber | undefined }

/** Splits digits at their dial code. An unknown code takes three digits, which are dropped. */
function international(digits: string, isTyped: boolean): International {
  const dialCode = codeOf(digits)
  if (dialCode === undefined) return { country: '', dialCode: '', national: digits.slice(CODE_MAX_LENGTH) }
  const rest = digits.slice(dialCode.length)
  const number = mobileOf(dialCode, rest)
  const country = number?.country ?? COUNTRIES[dialCode]?.[0] ?? ''
  // More may be typed: kept as it is.
  const isDone = !isTyped || rest.length > PHONE_NUMBER_MAX_LENGTH
  return { country, dialCode, national: (isDone ? number?.nationalNumber : undefined) ?? rest, number }
}

const partsOf = ({ country, dialCode, national }: Parts): Parts => ({ country, dialCode, national })
const mobileIn = (found: International) => (found.number === undefined ? undefined : partsOf(found))

/** Splits a text into runs of digits, with a leading plus, in their groups. Any character that belongs to no number ends a run. */
function runsOf(text: string) {
  return unescaped(text)
    .replaceAll(/[\p{Cf}\p{M}]/gu, '')
    .replaceAll(/[＋﹢⁺➕]/gu, '+')
    .replaceAll(/\p{Nd}/gu, digitsOf)
    .replaceAll(/[([]\s*0\s*[)\]]/g, ' ')
    .replaceAll(/\+\s*(\d{1,3})(?!\d)[^\d+@]+(?=\d)/g, (all, code: string) => (code in COUNTRIES ? `+${code} ` : all))
    .split(/[\p{L},;:?&=@#|]+|(?=\+)/u)
    .map((run) => ({ isPlus: /^\+(?!\D*0\D*[1-9])/.test(run), groups: run.match(/\d+/g) ?? [] }))
    .filter(({ isPlus, groups }) => isPlus || groups.length > 0)
}

function wayOf(text: string, { before }: Change): Way {
  if (before === undefined) return 'left'
  return digitsOf(text).length > digitsOf(before).length + 1 ? 'arrived' : 'typed'
}

/** Yields all groups, then fewer: a house number may follow a number. After a plus, only the first ones. */
function* within(groups: string[], way: Way, isPlus: boolean): Generator<{ digits: string; isFirst: boolean }> {
  for (let length = groups.length; length > 0; length -= 1)
    for (let from = 0; from + length <= groups.length; from += 1) {
      yield { digits: groups.slice(from, from + length).join(''), isFirst: from === 0 }
      if (way !== 'arrived') return
      if (isPlus) break
    }
}

/** Parses digits as dialled in a country, with its international prefix. */
const abroadFrom = (country: string, digits: string) =>
  isSupportedCountry(country) ? parsePhoneNumberFromString(digits, country) : undefined

/** Reads digits without a plus: with an international prefix, as a number of the picked country, or with a bare dial code. */
function readDigits(digits: string, isFirst: boolean, isTyped: boolean, picked: Picked): Parts | undefined {
  const abroad = digits.startsWith('00') ? mobileIn(international(withoutZeros(digits), isTyped)) : undefined
  if (abroad !== undefined) return abroad
  const home = mobileOf(picked.dialCode, digits)
  const bare = international(digits.replace(/^011/, ''), isTyped)
  // No zero follows the codes 1 and 7: "1. 0212 3456789" is an item of a list.
  const mayBeBare = isFirst && !/^[17]0/.test(digits) && bare.number !== undefined
  const isBare = mayBeBare && (bare.dialCode === picked.dialCode || digits.length >= BARE_MIN_LENGTH)
  if (home !== undefined && !(isBare && bare.number?.number === home.number))
    return { ...picked, national: digits.length > PHONE_NUMBER_MAX_LENGTH ? home.nationalNumber : digits }
  if (isBare) return partsOf(bare)
  const dialled = abroadFrom(picked.country, digits)
  // Some plans complete a short number with an area code.
  const isAbroad = dialled?.countryCallingCode !== picked.dialCode || digits.length > PHONE_NUMBER_MAX_LENGTH
  return dialled?.isValid() === true && isAbroad ? mobileIn(international(dialled.number.slice(1), isTyped)) : undefined
}

/** Longer than the pause between two keys. */
const REST_MS = 800

/** Checks a number once the visitor pauses typing. @returns stops it */
function checkAtRest(dialCode: string, national: string, onWrong: () => void): () => void {
  const left = new AbortController()
  const ask = async () => {
    const { canReceiveSms } = await import('#visit/check-number.ts')
    const reaches = await canReceiveSms(dialCode, national, left.signal)
    if (!left.signal.aborted && !reaches) onWrong()
  }
  const timer = setTimeout(() => prefetch(ask), REST_MS)
  return () => {
    left.abort()
    clearTimeout(timer)
  }
}

export const numberingPlans: NumberingPlans = {
  /** Groups the digits as the country writes them, and never changes them. */
  group(dialCode, national) {
    if (dialCode === '') return national
    const zeros = /^0*/.exec(national)?.[0] ?? ''
    for (const kept of ['', zeros]) {
      const typed = new AsYouType().input(`+${dialCode}${national.slice(kept.length)}`)
      const text = kept + typed.slice(dialCode.length + 1).trim()
      if (digitsOf(text) === national) return text
    }
    return national
  },

  lengthOf(dialCode, national) {
    const lengths = lengthsOf(dialCode)
    const written = [
      national,
      ...notationsOf(dialCode, withoutZeros(national)).filter((digits) => !digits.startsWith('0')),
    ]
    if (lengths.length === 0 || written.some(({ length }) => lengths.includes(length))) return undefined
    if (mobileOf(dialCode, national) !== undefined) return undefined
    return withoutZeros(national).length < Math.max(...lengths) ? 'short' : 'long'
  },

  /** True for as many digits as a mobile number of the country has. */
  isWhole: (dialCode, national) =>
    dialCode !== '' && national !== '' && numberingPlans.lengthOf(dialCode, national) === undefined,

  /** Checks a whole number once the visitor pauses typing. @returns stops it */
  checkAtRest: (dialCode, national, onWrong) =>
    national.length <= PHONE_NUMBER_MAX_LENGTH && numberingPlans.isWhole(dialCode, national)
      ? checkAtRest(dialCode, national, onWrong)
      : undefined,

  /** Gives the national number to which the SMS goes, from any notation. */
  dialled: (dialCode, national) => mobileOf(dialCode, national)?.nationalNumber,

  /**
   * Finds a whole number in a text and splits it. Returns a text where its digits may still become one, with the plus that was typed,
   * and undefined where they are a national number or none.
   */
  read(text, change) {
    const { before = '', picked } = change
    const way = wayOf(text, change)
    const isTyped = way === 'typed'
    // A plus typed after digits is a slip.
    const isSlip = isTyped && /^\p{Nd}/u.test(before)
    const all = runsOf(isSlip ? digitsOf(text) : text)
    const runs = isTyped ? all : all.filter(({ groups }) => groups.length > 0)
    const pluses = runs.filter(({ isPlus }) => isPlus)
    const others = pluses.length > 0 && isTyped ? [] : runs.filter(({ isPlus }) => !isPlus)
    for (const { isPlus, groups } of [...pluses, ...others])
      for (const { digits, isFirst } of within(groups, way, isPlus)) {
        const found = isPlus
          ? mobileIn(international(withoutZeros(digits), isTyped))
          : readDigits(digits, isFirst, isTyped, picked)
        if (found !== undefined) return found
      }
    const [first = ''] =
      pluses.length > 0 ? pluses.map(({ groups }) => groups.join('')).filter(Boolean) : [digitsOf(text)]
    if (pluses.length === 0 && !first.startsWith('00')) return undefined
    const digits = withoutZeros(first)
    const found = international(digits, isTyped)
    const more = (pluses.length > 0 ? '+' : '') + first
    if (isTyped && (pluses.length === 0 ? found.dialCode !== '' : found.national === '')) return more
    if (isTyped && mayBecomeCode(digits)) return more
    return mayBecomeCode(digits) && found.dialCode === '' ? { ...picked, national: '' } : partsOf(found)
  },
}
