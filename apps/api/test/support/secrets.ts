import { createHash } from 'node:crypto'
import { isErrorCode, readCode } from '@avouch/contract'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { partsOf, partsOfToken } from './proof-parts.ts'

export type Kind =
  | 'PIN'
  | 'SMS code'
  | 'token'
  | 'captcha answer'
  | 'merchant intent code'
  | 'transaction code'
  | 'number'
  | 'part of a proof'
/** Secrets that were transmitted, collected to be searched for where they must not be. */
export type Register = ReturnType<typeof createRegister>

/** The fields that website and product send each other by OpenID Connect. */
const OPENID_FIELDS = [
  'access_token',
  'id_token',
  'client_secret',
  'client_assertion',
  'request_uri',
  'code_verifier',
  'nonce',
  'state',
  'oidc_request',
]

/** By field name, the form of a real secret. Tests also send other values under these names. */
const FIELDS: ReadonlyMap<string, readonly [Kind, RegExp]> = new Map<string, readonly [Kind, RegExp]>([
  ['pin', ['PIN', /^[0-9]{4}$/]],
  ['password', ['PIN', /^[0-9]{4}$/]],
  ['totp_secret', ['token', /^[A-Z2-7]{32}$/]],
  ['recovery_codes', ['token', /^[A-Z2-9-]{23}$/]],
  ['recoverPinToken', ['token', /^.{16,}$/]],
  ['appeal_token', ['token', /^.{16,}$/]],
  ['identificationToken', ['token', /^.{16,}$/]],
  ['recaptchaResponse', ['captcha answer', /^.{16,}$/]],
  ['mintid', ['merchant intent code', /^[\w-]{20,}$/]],
  ['token', ['token', /^.{24,}$/]],
  ...OPENID_FIELDS.map((name) => [name, ['token', /^.{16,}$/]] as const),
  ['tc', ['transaction code', /^[\w-]{20,}$/]],
  ['phone', ['number', /^\+?[1-9][0-9]{8,14}$/]],
  ['phone_number', ['number', /^\+?[1-9][0-9]{8,14}$/]],
  ['username', ['number', /^\+?[1-9][0-9]{8,14}$/]],
  ['to', ['number', /^\+[1-9][0-9]{8,14}$/]],
])
/** Reads what apps with a proof of age get and answer, by field name. */
const PROOF_FIELDS: ReadonlyMap<string, (text: string) => Uint8Array[]> = new Map([
  ['vp_token', partsOfToken],
  ['response', (text: string) => partsOf(Buffer.from(text, 'base64url'))],
  ['encryptionInfo', (text: string) => partsOf(Buffer.from(text, 'base64url'))],
])
/** A request to such an app stands in an address. */
const WITH_NONCE = /[?&]nonce=/
const SMS_CODE = /^[0-9]{6}$/
const LONG_CODE = /^[0-9A-HJKMNP-TV-Z]{12}$/
/** As the SMS has it. */
const grouped = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')
const TRANSACTION_CODE = /^[\w-]{20,64}$/
/** The product's tokens, keys, cookies and secrets are recognised by their prefixes, anywhere. */
const TOKENS = /\b(?:av(?:at|rt|rc|dv|ss|si|pk_live|pk_test|cs)_[\w.-]{16,}|whsec_[A-Za-z0-9+/]{16,})/g
const SMS_BEGINS_WITH_CODE = /^([0-9]{6}|[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2}) /

function fieldsOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return Object.fromEntries(new URLSearchParams(text))
  }
}

/** The digits that all notations of a number have in common: "+49 151 …", "0049151…", "0151…". */
const nationalDigits = (number: string): string => parsePhoneNumberFromString(number)?.nationalNumber ?? number.slice(3)

const HASHES = ['sha256', 'sha1', 'md5'] as const
/** The search would find shorter values by chance. */
const LEAST_BYTES = 9
/** Shorter ones are claims in words. */
const SHORT_PART_BYTES = 16
/** An unkeyed hash of a short value can be reversed by trying all values. */
const hashesOf = (value: string) => HASHES.map((name) => createHash(name).update(value).digest('hex'))

export function createRegister() {
  const values = new Map<Kind, Set<string>>()
  const add = (kind: Kind, value: string) => void values.set(kind, (values.get(kind) ?? new Set()).add(value))
  const of = (kind: Kind): ReadonlySet<string> => values.get(kind) ?? new Set()

  function addParts(parts: readonly Uint8Array[]): void {
    const hashes = parts.map((part) => createHash('sha256').update(part).digest())
    for (const part of [...parts, ...hashes])
      if (part.length >= LEAST_BYTES) add('part of a proof', Buffer.from(part).toString('hex'))
  }

  function walk(value: unknown, name = ''): void {
    if (Array.isArray(value)) for (const one of value) walk(one, name)
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) walk(inner, key)
    else if (typeof value === 'string') {
      const [kind, shape] = FIELDS.get(name) ?? []
      if (kind === 'number' && shape?.test(value) === true) add(kind, `+${value.replace('+', '')}`)
      else if (kind !== undefined && shape?.test(value) === true) add(kind, value)
      addParts(PROOF_FIELDS.get(name)?.(value) ?? [])
      if (WITH_NONCE.test(value)) walk(Object.fromEntries(new URLSearchParams(value.slice(value.indexOf('?')))))
      if (name === 'code' && SMS_CODE.test(value)) add('SMS code', value)
      if (name === 'code' && LONG_CODE.test(readCode(value))) add('SMS code', readCode(value))
      if (name === 'code' && TRANSACTION_CODE.test(value) && !isErrorCode(value)) add('transaction code', value)
    }
  }

  return {
    /** A body, a header or an answer, as it was sent. */
    saw(text: string | undefined): void {
      if (text === undefined || text === '') return
      for (const [token] of text.matchAll(TOKENS)) add('token', token)
      walk(fieldsOf(text))
    },
    /** Parts of a proof that went encrypted. */
    sawProof: addParts,
    sawSms({ to, text }: { to: string; text: string }): void {
      walk({ to })
      const [, code] = SMS_BEGINS_WITH_CODE.exec(text) ?? []
      if (code !== undefined) add('SMS code', readCode(code))
    },
    counts: (): Record<string, number> => Object.fromEntries([...values].map(([kind, all]) => [kind, all.size])),
    /** Searched for as whole words only: so few digits occur by chance too often. */
    short: (): ReadonlyMap<string, Kind> =>
      new Map((['PIN', 'SMS code'] as const).flatMap((kind) => [...of(kind)].map((value) => [value, kind] as const))),
    /** Searched for anywhere, also encoded. */
    long(): ReadonlyMap<string, Kind> {
      const found = new Map<string, Kind>()
      for (const [kind, all] of values) {
        for (const value of all) {
          if (kind === 'PIN' || kind === 'SMS code') {
            for (const hash of hashesOf(value)) found.set(hash, kind)
            if (LONG_CODE.test(value)) for (const text of [value, grouped(value)]) found.set(text, kind)
          } else if (kind === 'number') {
            for (const plain of [value, value.slice(1)]) for (const hash of hashesOf(plain)) found.set(hash, kind)
            found.set(nationalDigits(value), kind)
          } else if (kind === 'part of a proof') {
            const part = Buffer.from(value, 'hex')
            for (const text of [value, part.toString('base64url'), part.toString('base64').replace(/=+$/, '')])
              found.set(text, kind)
            if (part.length < SHORT_PART_BYTES) found.set(part.toString(), kind)
          } else if (value.length >= 16) {
            found.set(value, kind)
            found.set(Buffer.from(value).toString('base64url').slice(0, -2), kind)
          }
        }
      }
      return found
    },
  }
}
