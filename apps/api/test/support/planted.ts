import { createHash } from 'node:crypto'

const HASHES = ['sha256', 'sha1', 'md5'] as const
const BASES = ['base64', 'base64url'] as const

/** Base64 of the text wherever it stands in something longer: without the characters that its neighbours decide too. */
const withinBase64 = (text: string): string[] =>
  [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.from('\0'.repeat(before) + text)
    const [from, to] = [Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3)]
    return BASES.map((base) => bytes.toString(base).slice(from, to))
  })

const inNotations = (value: string): string[] => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? []
  if (year === undefined) return [value, value.toLowerCase()]
  return [
    value,
    `${day}.${month}.${year}`,
    `${year}${month}${day}`,
    `${month}/${day}/${year}`,
    `${day}/${month}/${year}`,
  ]
}

/** How a value may be written: plain, hex, base64, percent-encoded, or as a hash that trying all values would reverse. */
const formsOf = (value: string): string[] => [
  ...new Set(
    inNotations(value).flatMap((text) => [
      text,
      encodeURIComponent(text),
      Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
      Buffer.from(text).toString('hex'),
      ...withinBase64(text),
      ...HASHES.flatMap((name) => {
        const hash = createHash(name).update(text).digest()
        return [hash.toString('hex'), hash.toString('base64'), hash.toString('base64url')]
      }),
    ]),
  ),
]

/** Looks for planted values in texts. @returns the name of each text in which one is, with its form */
export function findPlanted(values: readonly string[], texts: Readonly<Record<string, string>>): string[] {
  const forms = values.flatMap(formsOf)
  return Object.entries(texts).flatMap(([name, text]) =>
    forms.filter((form) => text.includes(form)).map((form) => `${name}: ${form}`),
  )
}
