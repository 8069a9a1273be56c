import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contrastProblems, DEFAULT_PALETTE, type Palette } from './palette.ts'

const STYLES = join(import.meta.dirname, '../../../../../packages/design/src/theme.css')
const withColours = (colours: Partial<Palette>) => contrastProblems({ ...DEFAULT_PALETTE, ...colours })

test('The colours of the pages are the same where they are shown and where they are checked [GEN-12]', () => {
  const styles = readFileSync(STYLES, 'utf8')
  const shown = Object.fromEntries(
    Array.from(styles.matchAll(/--color-([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g), (found) => {
      const [, token = '', light, dark, both] = found
      return [token, { light: light ?? both, dark: dark ?? both }]
    }),
  )
  expect(shown).toEqual(DEFAULT_PALETTE)
})

test('The colours of the pages can be seen [GEN-14]', () => {
  expect(contrastProblems(DEFAULT_PALETTE)).toEqual([])
})

test('Text needs a contrast of 4.5 to 1 on everything that it stands on, in both schemes [GEN-14]', () => {
  const softInk = (light: string, dark = '#a9bab5') => withColours({ 'ink-soft': { light, dark } })
  expect(softInk('#6b6b6b')).toEqual([])
  expect(softInk('#6c6c6c')).toEqual(['ink-soft #6c6c6c on sunken #eeece6, light, has 4.44:1, but text needs 4.5:1'])
  expect(softInk('#4b5955', '#8a8a8a')).toEqual([
    'ink-soft #8a8a8a on sunken #212c31, dark, has 4.14:1, but text needs 4.5:1',
    'ink-soft #8a8a8a on tint #15312c, dark, has 4.03:1, but text needs 4.5:1',
  ])
})

test('What is no text needs a contrast of 3 to 1 [GEN-14]', () => {
  const edge = (dark: string) => withColours({ 'line-strong': { light: '#84847c', dark } })
  expect(edge('#747474')).toEqual([])
  expect(edge('#727272')).toEqual([
    'line-strong #727272 on sunken #212c31, dark, has 2.97:1, but what is no text needs 3:1',
  ])
})
