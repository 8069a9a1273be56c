import { expect, test } from 'vitest'
import { swallowedIn } from './swallowed.mjs'

/** @type {[string, number, string][]} */
const SOURCES = [
  ['a catch without its error', 1, 'try {\n  a()\n} catch {\n  b()\n}\n'],
  ['a promise whose failure is dropped', 1, 'void a().catch(() => undefined)\n'],
  ['a function that takes no error', 1, 'a().catch(function () {})\n'],
  ['a catch that names what it expects', 0, 'try {\n  a()\n} catch {\n  // No JSON.\n  b()\n}\n'],
  ['a promise with a comment above', 0, '// The network is away.\na().catch(() => undefined)\n'],
  ['a promise with a comment in it', 0, 'a().catch(() => /* no JSON */ undefined)\n'],
  ['an error that is looked at', 0, 'try {\n  a()\n} catch (error) {\n  b(error)\n}\nc().catch((error) => d(error))\n'],
  ['a default of a schema', 0, "const a = text.catch('')\n"],
]

test.each(SOURCES)('of %s %i are found', (_what, found, source) => {
  expect(swallowedIn('apps/api/src/a.ts', source)).toHaveLength(found)
  expect(swallowedIn('apps/api/src/a.test.ts', source)).toEqual([])
})
