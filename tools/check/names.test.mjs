import { expect, test } from 'vitest'
import { repeatedNames } from './names.mjs'

/** @type {[string, string][]} */
const FILES = [
  ['a.ts', 'export type Session = string\nexport async function find() {}\nexport const rest = 1\ntype Own = string'],
  ['b.ts', 'export abstract class Session {}\nexport const find = 1\nexport type Own = string'],
  ['c.ts', "export { find } from './b.ts'\nexport function read(): void\nexport function read() {}"],
]

test('A name that two files export is reported, overloads and passed-on names are not', () => {
  expect(repeatedNames(FILES)).toEqual([
    'Session has several meanings: a.ts, b.ts',
    'find has several meanings: a.ts, b.ts',
  ])
})
