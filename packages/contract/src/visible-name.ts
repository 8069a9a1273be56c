import * as z from 'zod/mini'

/** Controls, direction and format marks, unassigned characters, and letters that are blank, like U+3164. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
/** A mark without a letter before it would sit on the text around it; a pile of them covers the lines above. */
const LOOSE_MARKS = /^\p{M}|\p{M}{4}/u
const READABLE = /[\p{L}\p{N}]/u

/** A text that visitors read as it was written. */
const isVisible = (text: string): boolean =>
  !UNSEEN.test(text) && !LOOSE_MARKS.test(text) && /[^\p{Z}\p{M}]/u.test(text)

/** The name of a website, or of what it sells. */
export const visibleText = (most: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'required', abort: true }),
      z.maxLength(most, { error: 'max_length_exceed', abort: true }),
      z.refine(isVisible, 'invalid_request'),
    )

export const PROVIDER_NAME_MAX_LENGTH = 60
/** A name that visitors read. */
export const visibleName = visibleText(PROVIDER_NAME_MAX_LENGTH).check(
  z.refine((name) => READABLE.test(name), 'invalid_request'),
)

/** Letters, digits and signs that look like the one before the colon. Full-width, mathematical and accented ones are known to Unicode. */
const LOOK_ALIKES =
  'a:ꓮΛɅ∆ȺᗅаαΑАɑᴀ@4∀ꭺᎪ b:ꓐвьВΒБ8ʙᏴ c:ꓚⲥ©ꮯсСϲϹςᴄᏟ¢ d:ꓓԁᴅᎠđ e:ꓰеЕεΕҽɛᴇ3Ꭼ€ f:ꓝϝғꜰ g:ꓖɡԍɢᏀ9 h:ꓧһНΗнհʜᎻħ j:ꓙјЈϳᴊᎫ k:ꓗкКκΚᴋᏦĸ l:ꓲꓡіІιΙıιɪ1|!ӏӀⅼᏞłʟɩ m:ꓟмМΜᴍᎷ ' +
  'n:пΝɴոռηή o:ꓳⲟоОοΟօӧσ0ᴏøסѳ p:ꓑрРρΡᴘᏢþ q:ԛզ r:ꓣгᴦʀᏒɼ s:ꓢѕЅꜱ5$ᏚՏ t:ꓔтТτΤᴛᎢ7+ŧ u:ꓴυսцʋᴜՍ∪ v:ꓦνѵᴠѴᏙ∨ w:ꓪԝᴡωшᎳ x:ꓫхХχΧ× y:ꓬуУγΥүʏᎩ z:ꓜΖᴢᏃ2'
const readLookAlikes = () =>
  new Map(
    LOOK_ALIKES.split(' ').flatMap((row) => Array.from(row.slice(2), (other) => [other, row.slice(0, 1)] as const)),
  )

/** Folds letters that look alike into one letter, word by word; `i` is the same as `l`. */
function wordsOf(text: string): string[] {
  const letterOf = readLookAlikes()
  const alike = (some: string) => Array.from(some, (letter) => letterOf.get(letter) ?? letter).join('')
  return alike(alike(text.normalize('NFKD').replaceAll(/\p{M}/gu, '')).toLowerCase())
    .replaceAll('i', 'l')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** So short a name may be a part of other words. */
const PART_MIN_LENGTH = 5

/** True if a name can be read as `own`: as one of its words, as a part of one, or letter by letter. */
export function looksLike(name: string, own: string): boolean {
  const wanted = wordsOf(own).join('')
  const words = wordsOf(name)
  if (wanted === '') return false
  if (wanted.length >= PART_MIN_LENGTH && words.some((word) => word.includes(wanted))) return true
  return words.some((_, from) => words.some((__, to) => words.slice(from, to + 1).join('') === wanted))
}
