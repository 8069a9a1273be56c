import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { openJournal } from '../src/journal.ts'

const record = z.object({ n: z.number() })

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'journal-'))
  return { file: join(path, 'deep', 'down.jsonl'), [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

/** What a process that died without closing leaves behind, read by the next one. */
const reopened = (file: string) => {
  const journal = openJournal(file, record)
  journal.close()
  return journal.past
}

describe('a journal', () => {
  test('gives back what was written, without having been closed', () => {
    using place = folder()
    const journal = openJournal(place.file, record)
    journal.append({ n: 1 })
    journal.append({ n: 2 })
    expect(reopened(place.file)).toEqual([{ n: 1 }, { n: 2 }])
  })

  test('gets over a last line that was cut short, and goes on after it', () => {
    using place = folder()
    const first = openJournal(place.file, record)
    first.append({ n: 1 })
    first.close()
    appendFileSync(place.file, '{"n":')
    const second = openJournal(place.file, record)
    second.append({ n: 3 })
    second.close()
    expect(reopened(place.file)).toEqual([{ n: 1 }, { n: 3 }])
  })

  test('leaves out what no longer has the right shape', () => {
    using place = folder()
    openJournal(place.file, record).close()
    appendFileSync(place.file, '{"m":1}\n{"n":2}\n')
    expect(reopened(place.file)).toEqual([{ n: 2 }])
  })

  test('keeps nothing of what was rewritten', () => {
    using place = folder()
    const journal = openJournal(place.file, record)
    journal.append({ n: 1 })
    journal.rewrite([{ n: 2 }])
    journal.append({ n: 3 })
    journal.close()
    expect(readFileSync(place.file, 'utf8')).toBe('{"n":2}\n{"n":3}\n')
  })
})
