import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { StoredMap } from '../src/stored-map.ts'

function place() {
  const path = mkdtempSync(join(tmpdir(), 'map-'))
  const file = join(path, 'deep', 'down.jsonl')
  return {
    file,
    open: () => new StoredMap(file, z.number()),
    [Symbol.dispose]: () => rmSync(path, { recursive: true }),
  }
}

describe('a stored map', () => {
  test('A stored map gives back what was written, without having been closed', () => {
    using the = place()
    the.open().set('a', 1).set('b', 2).set('a', 3)
    expect([...the.open()]).toEqual([
      ['a', 3],
      ['b', 2],
    ])
  })

  test('A stored map leaves out what was cut short or has another shape, and goes on after it', () => {
    using the = place()
    the.open().set('a', 1)
    appendFileSync(the.file, '["b","two"]\n["c",')
    the.open().set('d', 4)
    expect([...the.open().keys()]).toEqual(['a', 'd'])
  })

  test('A stored map keeps nothing of what was deleted', () => {
    using the = place()
    const map = the.open().set('a', 1).set('b', 2)
    map.delete('a')
    expect(readFileSync(the.file, 'utf8')).toBe('["b",2]\n')
    map.clear()
    expect(readFileSync(the.file, 'utf8')).toBe('')
  })
})
