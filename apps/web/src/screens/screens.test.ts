import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCREENS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { partsOf } from '#boot/parts.ts'

const WEB = join(import.meta.dirname, '../..')
const table = readFileSync(join(WEB, 'src/screens/screens.ts'), 'utf8')

/** What the table of screens loads at an address. */
function loadedAt(address: string): string | undefined {
  const row = table.slice(table.indexOf(`'${address}': {`))
  return /import\('\.\/([^']+)'\)/.exec(row)?.[1]
}

test('ROUTE-14 what a screen loads is what the server says ahead', () => {
  const rendered = SCREENS.flatMap((screen) => (partsOf(screen) ?? []).map((part) => [screen, part] as const))
  expect(rendered.length).toBeGreaterThan(5)
  for (const [screen, part] of rendered) {
    expect(existsSync(join(WEB, part))).toBe(true)
    if (part.startsWith('src/screens/') && part !== 'src/screens/legal-pages/legal-page.route.tsx')
      expect(part).toBe(`src/screens/${loadedAt(screen)}`)
  }
})
