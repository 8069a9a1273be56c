import { expect, test } from 'vitest'
import { findPlanted } from '#test/planted.ts'

test.each([
  'at 1964-08-12.',
  'at 12.08.1964.',
  'at 19640812.',
  Buffer.from('{"born":"1964-08-12"}').toString('hex'),
  ...['', 'a', 'ab'].map((before) => Buffer.from(`${before}1964-08-12!`).toString('base64')),
  Buffer.from('{"born":"1964-08-12"}').toString('base64url'),
  '%31%39%36%34%2d%30%38%2d%31%32',
  '008bfd3f9c3d6ad1f2d3b8c2',
])('A planted date is found in "%s", and not in what has none [P-12]', (text) => {
  const isThere = !text.startsWith('008b')
  expect(findPlanted(['1964-08-12'], { text }).length > 0).toBe(isThere)
})
