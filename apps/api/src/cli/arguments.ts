import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { OperatorError } from '../platform/operator-error.ts'

/**
 * The words and options of a command; as many words as it has names for.
 * @throws OperatorError with the usage for anything else
 */
export function readArguments<const O extends ParseArgsOptionsConfig>(
  args: readonly string[],
  usage: string,
  { words, options }: { words: number; options: O },
) {
  const wrong = () => new OperatorError(`Usage: ${usage}`)
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
    if (positionals.length !== words) throw wrong()
    return { values, word: (index: number) => positionals[index] ?? '' }
  } catch {
    throw wrong()
  }
}

/** @throws OperatorError unless the text is a whole number from 1 to `most` */
export function wholeNumber(text: string, name: string, most: number): number {
  const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : 0
  if (value < 1 || value > most) throw new OperatorError(`${name} is a whole number from 1 to ${most}.`)
  return value
}

/** Columns as wide as their widest entry. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

export const timeText = (at: Date | null): string => at?.toISOString() ?? '-'
