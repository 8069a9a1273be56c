import type { Content } from './contents.ts'
import type { Kind, Register } from './secrets.ts'

export type Searched = { tables: number; rows: number; values: number; logLines: number; secrets: number }
export type Search = { leaks: string[]; searched: Searched }

const PREFIX = 9
const HEX = /^\\x([0-9a-f]*)$/
const PRINTABLE = /^[\p{L}\p{N}\p{P}\p{S}\p{Zs}\r\n\t]+$/u
/**
 * Digits that are part of something else, though they look like a PIN or code: times, ids and ciphertext between dashes,
 * addresses, ports, positions in sources.
 */
const NOT_WORDS: readonly RegExp[] = [
  /\b[a-z]{2,4}_[\w-]{22}(?![\w-])/g,
  /\bv1\.\w+\.[\w-]{16}\.[\w-]+/g,
  /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?/g,
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi,
  /\b2001:db8(?::[0-9a-f]{0,4}){1,6}(?:\/\d+)?/gi,
  /(?<=:\/\/[^\s/:"]+):\d+/g,
  /(?<=\.[cm]?[jt]sx?):\d+(?::\d+)?/g,
]
const WORDS = /(?<![\w]|\d\.)\d+(?!\w|\.\d)/g
const BETWEEN_DIGITS = /(?<=\d)[\s()/.-]+(?=\d)/g
/** Names of JSON members, in the queue and the log, for numbers that count or measure something. */
const MEASURES =
  /(?:^|_)(?:ms|seconds|minutes|hours|days|sequence|line|position|length|level|responseTime|statusCode|port|pid|count|counted|most|hits|percent|cents|cost|share|tries|attempts|events)$/

/** Finds secrets that must not be there; the secret itself is not printed. */
export function searchFor(register: Register, contents: readonly Content[], log: readonly string[]): Search {
  const [short, long] = [register.short(), register.long()]
  const byPrefix = Map.groupBy(long.keys(), (secret) => secret.slice(0, PREFIX))
  const leaks = new Set<string>()
  let values = 0

  function hasLong(text: string, place: string): void {
    for (let at = 0; at + PREFIX <= text.length; at++)
      for (const secret of byPrefix.get(text.slice(at, at + PREFIX)) ?? [])
        if (text.startsWith(secret, at)) leaks.add(`${place}: a ${nameOf(long.get(secret))}`)
  }

  function hasShort(text: string, place: string): void {
    const words = NOT_WORDS.reduce((rest, innocent) => rest.replaceAll(innocent, ' '), text)
    for (const [word] of words.matchAll(WORDS)) {
      const kind = short.get(word)
      if (kind !== undefined) leaks.add(`${place}: a ${kind}`)
    }
  }

  function lookIntoText(text: string, place: string): void {
    values++
    hasLong(text, place)
    const joined = text.replaceAll(BETWEEN_DIGITS, '')
    if (joined !== text) hasLong(joined, place)
    hasShort(text, place)
  }

  /** Binary values are searched for long secrets only, and for all of them when they are text. */
  function lookIntoBytes(hex: string, place: string): void {
    values++
    hasLong(hex, place)
    const bytes = Buffer.from(hex, 'hex')
    const [latin, utf8] = [bytes.toString('latin1'), bytes.toString('utf8')]
    hasLong(latin, place)
    if (utf8 !== latin) hasLong(utf8, place)
    if (PRINTABLE.test(utf8)) hasShort(utf8, place)
  }

  function lookInto(value: unknown, place: string, name: string, isColumn: boolean): void {
    if (Array.isArray(value)) for (const one of value) lookInto(one, place, name, isColumn)
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        lookIntoText(key, place)
        lookInto(inner, `${place}.${key}`, key, false)
      }
    } else if (typeof value === 'number') {
      values++
      hasLong(String(value), place)
      // Columns of numbers are a table of their own in a test: each counts or measures something.
      if (!isColumn && !MEASURES.test(name)) hasShort(String(value), place)
    } else if (typeof value === 'string') {
      const hex = HEX.exec(value)?.[1]
      const inner = hex === undefined ? parsed(value) : undefined
      if (hex !== undefined) lookIntoBytes(hex, place)
      else if (inner !== undefined) lookInto(inner, place, name, false)
      else lookIntoText(value, place)
    }
  }

  for (const { table, row } of contents)
    for (const [column, value] of Object.entries(row)) lookInto(value, `${table}.${column}`, column, true)
  for (const line of log) {
    const fields = parsed(line)
    if (fields === undefined) lookIntoText(line, 'log')
    else lookInto(fields, 'log', '', false)
  }
  const tables = new Set(contents.map(({ table }) => table)).size
  const searched = { tables, rows: contents.length, values, logLines: log.length, secrets: short.size + long.size }
  return { leaks: [...leaks].sort(), searched }
}

const nameOf = (kind: Kind | undefined): string => kind ?? 'secret'

function parsed(text: string): object | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** At least so many tables have rows from the first start on. */
const LEAST_TABLES = 5

/** @throws Error with the locations, or when there was nothing to search or nothing to look for */
export function refuseLeaks(register: Register, contents: readonly Content[], log: readonly string[]): Searched {
  const { leaks, searched } = searchFor(register, contents, log)
  if (searched.tables < LEAST_TABLES || searched.values === 0 || searched.secrets === 0)
    throw new Error(`nothing was searched: ${JSON.stringify(searched)}`)
  if (leaks.length > 0) throw new Error(`P-12: secrets where none may be:\n${leaks.join('\n')}`)
  return searched
}
