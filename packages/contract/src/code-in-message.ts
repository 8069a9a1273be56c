import { plainText } from './digits.ts'

/**
 * The code in a message of ours, or in a part of one: what stands behind "#" in its last line, or else alone between blanks.
 * @param form A regular expression.
 * @param names Texts of the message that may look like a code: the product's name, the host.
 */
export function codeInMessage(text: string, form: string, names: readonly string[] = []): string | undefined {
  const message = plainText(text)
  const last = new RegExp(`#(${form})(?![0-9a-z])`, 'i').exec(message)?.[1]
  if (last !== undefined) return last
  const alone = new RegExp(`(?:^|[^\\p{L}\\p{N}])(${form})(?![\\p{L}\\p{N}])`, 'giu')
  return Array.from(message.matchAll(alone), ([, code = '']) => code).find(
    (code) => !names.some((n) => n.includes(code)),
  )
}
