import { InvalidArgumentError } from '@commander-js/extra-typings'
import type { CommandResult } from './command.ts'

/** Reads whole numbers from 1 to `most`. */
export const wholeNumber =
  (name: string, most: number) =>
  (text: string): number => {
    const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : 0
    if (value < 1 || value > most) throw new InvalidArgumentError(`${name} is a whole number from 1 to ${most}.`)
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

/** A list: a line for each of its rows. */
export const listed = <Row>(rows: readonly Row[], columns: (row: Row) => readonly string[]): CommandResult => ({
  lines: table(rows.map(columns)),
  data: rows,
})

export const timeText = (at: Date | null): string => at?.toISOString() ?? '-'

const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z)?$/

/** A day, or a moment, in UTC. */
export function readTime(text: string): Date {
  const at = new Date(TIME.test(text) ? text : '')
  if (Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('It is written as 2026-11-22 or 2026-11-22T10:00Z, in UTC.')
  return at
}
