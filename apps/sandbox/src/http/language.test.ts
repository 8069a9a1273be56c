import { expect, test } from 'vitest'
import { textsIn } from './language.ts'

test.each([
  ['en', 'A|B asks'],
  ['de', 'Hier fragt A|B'],
] as const)('A text in %s keeps a bar that is in its values', (language, said) => {
  const name = 'A|B'
  const t = textsIn(language)
  expect(t`${name} asks|Hier fragt ${name}`.replace('│', '|')).toBe(said)
  expect(t('PIN')).toBe('PIN')
})
