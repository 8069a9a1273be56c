import { expect, test } from 'vitest'
import { parameterOf } from './parameters.ts'

test.each([
  ['nothing', undefined, null],
  ['text', `it's "\\"`, `it's "\\"`],
  ['a number', 42, '42'],
  ['a truth value', false, 'false'],
  ['a moment', new Date('2026-11-23T08:00:00.5Z'), '2026-11-23T08:00:00.500Z'],
  ['an object', { a: 1 }, '{"a":1}'],
  ['an empty list', [], '{}'],
  ['texts', ['a', 'NULL', 'b,c', '"\\', ''], String.raw`{"a","NULL","b,c","\"\\",""}`],
  ['numbers and nothing', [1, null, 2.5, undefined], '{1,NULL,2.5,NULL}'],
  ['bytes', [Buffer.from('0aff', 'hex')], String.raw`{\\x0aff}`],
  ['moments', [new Date('2026-11-23T08:00:00Z')], '{"2026-11-23T08:00:00.000Z"}'],
  ['lists', [['a'], ['b']], '{{"a"},{"b"}}'],
])('OPS-06 %s is given to the database as it reads it', (_, value, parameter) => {
  expect(parameterOf(value)).toEqual(parameter)
})

test('OPS-06 bytes stay bytes', () => {
  expect(parameterOf(new Uint8Array([1, 2]).subarray(1))).toEqual(Buffer.from([2]))
})
