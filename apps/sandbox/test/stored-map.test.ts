import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { StoredMap } from '../src/stored-map.ts'

test('A stored map gives back what was written, but for what was cut short, and keeps nothing that was deleted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'map-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'deep', 'down.jsonl')
  const open = () => new StoredMap(file, z.number())
  open().set('a', 1).set('b', 2).set('a', 3)
  appendFileSync(file, '["c","two"]\n["d",')
  const map = open().set('e', 4)
  expect([...open().keys()]).toEqual(['a', 'b', 'e'])
  map.delete('a')
  map.delete('e')
  expect(readFileSync(file, 'utf8')).toBe('["b",2]\n')
})
