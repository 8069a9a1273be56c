import { iso31661Alpha2ToAlpha3 } from 'iso-3166'

/** Three letters of each country, by its two, and by other words on documents. */
const ALPHA_3: ReadonlyMap<string, string> = new Map([
  ...Object.entries(iso31661Alpha2ToAlpha3),
  // Kosovo: in use, and not in the standard.
  ['XK', 'XKX'],
  // Germany's own word in the machine-readable lines of its documents.
  ['D', 'DEU'],
])
const KNOWN: ReadonlySet<string> = new Set(ALPHA_3.values())

/** The vendors' words for kinds of documents, and ours. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['passport', 'passport'],
  ['id_card', 'id_card'],
  ['national_identity_card', 'id_card'],
  ['residence_permit', 'residence_permit'],
  ['driving_licence', 'driving_licence'],
  ['drivers_license', 'driving_licence'],
])
export type Document = Record<'country' | 'kind' | 'number', string | null | undefined>

const FEWEST_CHARACTERS = 5

/**
 * Names a document so that every vendor names it equally: a person shows one card at two of them. @returns undefined where country, kind
 * or number are missing, or blacked out
 */
export function documentName({ country, kind, number }: Document): string | undefined {
  const code = country?.trim().toUpperCase() ?? ''
  const issuer = ALPHA_3.get(code) ?? code
  const ours = KINDS.get(kind?.toLowerCase() ?? '')
  const written = (number ?? '').normalize('NFKC').toUpperCase()
  const characters = written.replaceAll(/[^\p{L}\p{N}]/gu, '')
  if (!KNOWN.has(issuer) || ours === undefined || characters.length < FEWEST_CHARACTERS) return undefined
  // A word in place of the number would make all documents one.
  if (characters === 'REDACTION' || characters === 'REDACTED' || /^(.)\1*$/u.test(characters)) return undefined
  return `${issuer}:${ours}:${characters}`
}
