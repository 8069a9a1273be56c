import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type * as z from 'zod'

/** Remembers records over the death of the process. */
export type Journal<R> = {
  /** Everything that was written before, oldest first. */
  readonly past: readonly R[]
  append(record: R): void
  /** Replaces the whole journal, for what must be forgotten. */
  rewrite(records: readonly R[]): void
  close(): void
}

const line = (record: unknown) => `${JSON.stringify(record)}\n`

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

/** The records of a journal's text. A line that a sudden death cut short, or that no longer parses, is left out. */
function readRecords<R>(text: string, schema: z.ZodType<R>): R[] {
  return text.split('\n').flatMap((raw) => {
    try {
      const record = schema.safeParse(JSON.parse(raw))
      return record.success ? [record.data] : []
    } catch {
      return []
    }
  })
}

/** Opens a JSON-lines file. Writes reach the kernel before append returns, so kill -9 loses nothing. */
export function openJournal<R>(path: string, schema: z.ZodType<R>): Journal<R> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const past = readRecords(readText(path), schema)
  let file = replace(past)

  function replace(records: readonly R[]): number {
    const draft = `${path}.new`
    writeFileSync(draft, records.map(line).join(''), { mode: 0o600 })
    renameSync(draft, path)
    return openSync(path, 'a', 0o600)
  }

  return {
    past,
    append: (record) => void writeSync(file, line(record)),
    rewrite(records) {
      closeSync(file)
      file = replace(records)
    },
    close: () => closeSync(file),
  }
}

/** A journal that forgets with the process, for tests. */
export function memoryJournal<R>(past: readonly R[] = []): Journal<R> & { written: R[] } {
  const written: R[] = [...past]
  return {
    past,
    written,
    append: (record) => void written.push(record),
    rewrite: (records) => void written.splice(0, written.length, ...records),
    close: () => undefined,
  }
}
