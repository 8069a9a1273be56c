import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { first } from '@avouch/phrases/en/first'
import { en } from '@avouch/phrases/en'
import { expect, test } from 'vitest'

const SOURCES = import.meta.dirname
const STATIC_IMPORT = /^(?:import|export) (?!type)[^'"]*?['"]([#.][^'"]+)['"]/gms

/** Every source of ours that is loaded with this one. */
function loadedWith(path: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(path) || !existsSync(path)) return seen
  seen.add(path)
  for (const [, specifier = ''] of readFileSync(path, 'utf8').matchAll(STATIC_IMPORT))
    loadedWith(specifier.startsWith('#') ? join(SOURCES, specifier.slice(1)) : join(dirname(path), specifier), seen)
  return seen
}

test('what every page says is loaded with every page', () => {
  const sources = [...loadedWith(join(SOURCES, 'main.tsx'))]
  expect(sources.length).toBeGreaterThan(40)
  const keys = Object.keys(en)
  const said = sources.flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    return keys.filter((key) => text.includes(`'${key}'`))
  })
  expect(said).toContain('landing.heading')
  expect([...new Set(said)].filter((key) => !Object.hasOwn(first, key))).toEqual([])
})
