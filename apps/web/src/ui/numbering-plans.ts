import { digitsOf, notationsOf, PHONE_NUMBER_MAX_LENGTH, unescaped } from '@avouch/contract'
import { AsYouType, isSupportedCountry, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/mobile'
import { Metadata, type NumberingPlan } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/mobile/metadata'
import { prefetch } from '#router/prefetch.ts'

export type Picked = { country: string; dialCode: string }
export type Parts = Picked & { national: string }
/** By one key, all at once, or it stands there and the field was left. */
type Way = 'typed' | 'arrived' | 'left'

type Change = {
  /** The field's text before; undefined when it is left. */
  before: string | undefined
  picked: Picked
}

/** Loaded when the first digit is typed: the numbering plans of all countries, for mobile numbers. */
export type NumberingPlans = {
  group: (dialCode: string, national: string) => string
  /** Short or long: no mobile number of the country has so many digits. */
  lengthOf: (dialCode: string, national: string) => 'short' | 'long' | undefined
  isWhole: (dialCode: string, national: string) => boolean
  dialled: (dialCode: string, national: string) => string | undefined
  checkAtRest: (dialCode: string, national: string, onWrong: () => void) => (() => void) | undefined
  read: (text: string, change: Change) => Parts | string | undefined
}

/** The countries of a dial code, the largest first. */
const COUNTRIES: Readonly<Record<string, readonly string[]>> = metadata.country_calling_codes
const CODE_MAX_LENGTH = 3
/** Shorter ones with a bare code of another country may be a number of this one. */
const BARE_MIN_LENGTH = 11

const withoutZeros = (national: string) => national.replace(/^0+/, '')

/** The mobile number that the digits mean, in whatever notation. */
function mobileOf(dialCode: string, national: string): PhoneNumber | undefined {
  const numbers = notationsOf(dialCode, withoutZeros(national)).map((notation) =>
    parsePhoneNumberFromString(`+${dialCode}${notation}`),
  )
  return numbers.find((number) => number?.isValid() === true && number.country !== undefined)
}

/** Missing in the types of the library. */
type Plan = NumberingPlan & { type?: (name: 'MOBILE') => { possibleLengths: () => number[] } | undefined }

/** How many digits a mobile number of the country may have, by its plan. */
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

/** Digits that begin with a dial code. Those of no country have three digits, which do not stay. */
function international(digits: string, isTyped: boolean): International {
  const dialCode = codeOf(digits)
  if (dialCode === undefined) return { country: '', dialCode: '', national: digits.slice(CODE_MAX_LENGTH) }
  const rest = digits.slice(dialCode.length)
  const number = mobileOf(dialCode, rest)
  const country = number?.country ?? COUNTRIES[dialCode]?.[0] ?? ''
  // More may be typed: it stays as it is.
  const isDone = !isTyped || rest.length > PHONE_NUMBER_MAX_LENGTH
  return { country, dialCode, national: (isDone ? number?.nationalNumber : undefined) ?? rest, number }
}

const partsOf = ({ country, dialCode, national }: Parts): Parts => ({ country, dialCode, national })
const mobileIn = (found: International) => (found.number === undefined ? undefined : partsOf(found))

/** The digits of a text, where something that belongs to no number divides them: with a plus in front, and in their groups. */
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

/** All of the groups, then fewer: a house number may stand beside a number. Behind a plus, its first ones. */
function* within(groups: string[], way: Way, isPlus: boolean): Generator<{ digits: string; isFirst: boolean }> {
  for (let length = groups.length; length > 0; length -= 1)
    for (let from = 0; from + length <= groups.length; from += 1) {
      yield { digits: groups.slice(from, from + length).join(''), isFirst: from === 0 }
      if (way !== 'arrived') return
      if (isPlus) break
    }
}

/** Digits as they are dialled in a country, with its sign of a call abroad in front. */
const abroadFrom = (country: string, digits: string) =>
  isSupportedCountry(country) ? parsePhoneNumberFromString(digits, country) : undefined

/** Digits without a plus: behind a sign of a call abroad, or of the picked country, or behind a bare code. */
function readDigits(digits: string, isFirst: boolean, isTyped: boolean, picked: Picked): Parts | undefined {
  const abroad = digits.startsWith('00') ? mobileIn(international(withoutZeros(digits), isTyped)) : undefined
  if (abroad !== undefined) return abroad
  const home = mobileOf(picked.dialCode, digits)
  const bare = international(digits.replace(/^011/, ''), isTyped)
  // Behind 1 and 7 no zero is dialled: "1. 0212 3456789" is a list.
  const mayBeBare = isFirst && !/^[17]0/.test(digits) && bare.number !== undefined
  const isBare = mayBeBare && (bare.dialCode === picked.dialCode || digits.length >= BARE_MIN_LENGTH)
  if (home !== undefined && !(isBare && bare.number?.number === home.number))
    return { ...picked, national: digits.length > PHONE_NUMBER_MAX_LENGTH ? home.nationalNumber : digits }
  if (isBare) return partsOf(bare)
  const dialled = abroadFrom(picked.country, digits)
  // A short one is completed by some plans with the area code of the country.
  const isAbroad = dialled?.countryCallingCode !== picked.dialCode || digits.length > PHONE_NUMBER_MAX_LENGTH
  return dialled?.isValid() === true && isAbroad ? mobileIn(international(dialled.number.slice(1), isTyped)) : undefined
}

/** Longer than the rest between two keys. */
const REST_MS = 800

/** Asks about a number once the typing rests. @returns stops it */
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
  /** The digits as the country writes them; never other digits. */
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

  /** As many digits as a mobile number of the country has. */
  isWhole: (dialCode, national) =>
    dialCode !== '' && national !== '' && numberingPlans.lengthOf(dialCode, national) === undefined,

  /** Asks about a number that is whole, once the typing rests. @returns stops it */
  checkAtRest: (dialCode, national, onWrong) =>
    national.length <= PHONE_NUMBER_MAX_LENGTH && numberingPlans.isWhole(dialCode, national)
      ? checkAtRest(dialCode, national, onWrong)
      : undefined,

  /** The national number to which the SMS goes, whatever way it was written. */
  dialled: (dialCode, national) => mobileOf(dialCode, national)?.nationalNumber,

  /**
   * Takes a whole number apart, whatever stands around it. A text: its digits may become one, behind a plus if it began with one.
   * Undefined: its digits are a national number, or none.
   */
  read(text, change) {
    const { before = '', picked } = change
    const way = wayOf(text, change)
    const isTyped = way === 'typed'
    // A plus that is typed behind digits is a slip.
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
