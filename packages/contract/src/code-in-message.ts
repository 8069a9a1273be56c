import { plainText } from './digits.ts'

/**
 * The code in a message of ours, or in a part of one: what stands behind "#" in its last line, or else alone between blanks.
 * @param form A regular expression.
 * @param names Texts of the message that may look like a code: the product's name, the host.
 */
export function codeInMessage(text: string, form: string, names: readonly string[] = []): string | undefined {
  const message = plainText(text)
  const codesAt = (pattern: string) =>
    Array.from(message.matchAll(new RegExp(pattern, 'giu')), ([, code = '']) => code).filter(
      (code) => !names.some((name) => name.includes(code)),
    )
  const inLastLine = codesAt(`#(${form})(?![0-9a-z])`).at(-1)
  return inLastLine ?? codesAt(`(?:^|[^\\p{L}\\p{N}])(${form})(?![\\p{L}\\p{N}])`)[0]
}
