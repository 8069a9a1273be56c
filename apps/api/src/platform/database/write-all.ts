import type { Executor } from './database.ts'

/** A statement that only writes, without a WITH of its own. */
export type Write = { text: string; values: readonly unknown[] }

/** Where a statement takes up others: after its last CTE. */
export const MORE = '/* more */'

/** The same writes are the same text again: statements are prepared by it. */
const texts = new Map<string, string>()

function numbered({ text }: Write, from: number): string {
  return text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + from}`)
}

function joined(main: string, already: number, writes: readonly Write[]): string {
  const name = [main, ...writes.map(({ text }) => text)].join('\0')
  const known = texts.get(name)
  if (known !== undefined) return known
  let from = already
  const parts = writes.map((write, i) => {
    const part = `w${String(i)} as (${numbered(write, from)})`
    from += write.values.length
    return part
  })
  const text = main.replace(MORE, () => parts.map((part) => `, ${part}`).join(''))
  texts.set(name, text)
  return text
}

/** A statement with writes that need nothing of it, nor of each other: one round trip for all. */
export const withWrites = (main: string, values: readonly unknown[], writes: readonly Write[]): Write => ({
  text: joined(main, values.length, writes),
  values: [...values, ...writes.flatMap((write) => write.values)],
})

const NOTHING_ELSE = `with nothing as (select 1) ${MORE} select 1`

/** Writes that need nothing of each other, as one statement. Each row may be written by one of them only. */
export async function writeAll(tx: Executor, writes: readonly Write[]): Promise<void> {
  const [first, ...others] = writes
  if (first === undefined) return
  const { text, values } = others.length === 0 ? first : withWrites(NOTHING_ELSE, [], writes)
  await tx.query(text, values)
}
