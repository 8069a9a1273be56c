import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { phrases as first } from '@avouch/phrases/en/first'
import { phrases as signIn } from '@avouch/phrases/en/sign-in'
import { en } from '@avouch/phrases/en'
import { expect, test } from 'vitest'

const SOURCES = import.meta.dirname
const STATIC_IMPORT = /^(?:import|export) (?!type)[^'"(]*?['"]([#.][^'"]+)['"]/gms

/** Every source of ours that is loaded with this one. */
function loadedWith(path: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(path) || !existsSync(path)) return seen
  seen.add(path)
  for (const [, specifier = ''] of readFileSync(path, 'utf8').matchAll(STATIC_IMPORT))
    loadedWith(specifier.startsWith('#') ? join(SOURCES, specifier.slice(1)) : join(dirname(path), specifier), seen)
  return seen
}

const KEYS = Object.keys(en)
const saidIn = (sources: string[]): string[] =>
  sources.flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    return KEYS.filter((key) => text.includes(`'${key}'`))
  })

test('The phrases that every page says are loaded with every page', () => {
  const sources = [...loadedWith(join(SOURCES, 'main.tsx'))]
  expect(sources.length).toBeGreaterThan(40)
  const said = saidIn(sources)
  expect(said).toContain('landing.heading')
  expect(said.filter((key) => !Object.hasOwn(first, key))).toEqual([])
})

test('The phrases that are said until a code is confirmed are loaded with the screens of a sign-in', () => {
  const table = readFileSync(join(SOURCES, 'screens/screens.ts'), 'utf8')
  const routes = Array.from(table.matchAll(/import\('\.\/(auth\/[^']+)'\)/g), ([, path = '']) =>
    join(SOURCES, 'screens', path),
  )
  expect(routes.length).toBeGreaterThan(5)
  const said = routes.flatMap((path) => saidIn([...loadedWith(path)]))
  expect(said).toContain('confirmCode.title')
  expect(said.filter((key) => !Object.hasOwn({ ...first, ...signIn }, key))).toEqual([])
})
