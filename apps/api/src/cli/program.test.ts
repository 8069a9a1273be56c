import { expect, test } from 'vitest'
import { readCommand } from './program.ts'

function read(...words: string[]) {
  const lines: string[] = []
  const command = readCommand(words, (line) => lines.push(line))
  return { lines, exitCode: typeof command === 'number' ? command : undefined, command }
}

const all = read('--help').lines.flatMap((line) => /^ {2}([a-z-]+(?: [a-z-]+)+)(?= [<[]| {2,})/.exec(line)?.[1] ?? [])

test.each(all)('The command %s explains itself with --help [PROV-10]', (name) => {
  const { lines, exitCode } = read(...name.split(' '), '--help')
  expect(exitCode).toBe(0)
  expect(lines[0]).toMatch(new RegExp(`^Usage: ${name}( [<[]|$)`))
  expect(lines.join('\n')).toContain('--json')
})

test.each([
  [['provider', 'show'], "error: missing required argument 'id'", 'Usage: provider show <id>'],
  [['provider', 'list', 'a'], "error: too many arguments for 'list'", 'Usage: provider list'],
  [
    ['switch', 'set', 'light', '1'],
    'Allowed choices are maintenance, broadcast, provider_signup.',
    'Usage: switch set <name> <value>',
  ],
  [['switch', 'set', 'maintenance', '2'], 'Allowed choices are 0, 1.', 'Usage: switch set <name> <value>'],
  [['webhook', 'list', '--limit', '0'], '--limit is a whole number from 1 to 1000.', 'Usage: webhook list [options]'],
  [['account', 'held', '--all'], "error: unknown option '--all'", 'Usage: account held'],
  [['--json', 'audit', 'verify', 'x'], 'is invalid', 'Usage: audit verify [head]'],
])('The wrong command %j says what is wrong and how it is written [PROV-10 OPS-02]', (words, wrong, usage) => {
  const { lines, exitCode } = read(...words)
  expect(exitCode).toBe(1)
  expect(lines).toEqual([expect.stringContaining(wrong), usage])
})

test.each([
  [['limits', 'explain', '015155500101'], '015155500101'],
  [['account', 'lock', '+4915155500101', '+4915155500102'], '5550010'],
  [['account', 'find', '+49', '151', '55500101'], '55500101'],
  [['account', 'find', "--number='+4915155500101'"], '55500101'],
  [['jobs', 'run', '4915155500101'], '55500101'],
])('The command %j is refused without what was typed: it may be a number or a cookie [OPS-02 P-12]', (words, typed) => {
  const { lines, exitCode } = read(...words)
  expect(exitCode).toBe(1)
  expect(lines[0]).toMatch(/^error: /)
  expect(lines.join('\n')).not.toContain(typed)
})

test.each([[[]], [['provider']], [['provider', 'key']], [['--json']]])(
  'The words %j are no whole command: all are listed [PROV-10]',
  (words) => {
    const { lines, exitCode } = read(...words)
    expect(exitCode).toBe(2)
    expect(lines).toContain('Commands:')
  },
)

test.each([
  [['help'], ['--help']],
  [
    ['help', 'account'],
    ['account', '--help'],
  ],
  [
    ['help', 'provider', 'key'],
    ['provider', 'key', '--help'],
  ],
  [
    ['--json', 'help', 'account', 'find'],
    ['account', 'find', '--help'],
  ],
])('The words %j print what %j prints, and succeed [OPS-57]', (words, same) => {
  const { lines, exitCode } = read(...words)
  expect(exitCode).toBe(0)
  expect(lines.length).toBeGreaterThan(3)
  expect(lines).toEqual(read(...same).lines)
})

test.each([
  [['sell'], "'sell'", 'help'],
  [['provider', 'sell'], "'sell'", 'help provider'],
  [['provider', 'key', 'sell', '--help'], "'sell'", 'help provider key'],
  [['help', 'sell'], "'sell'", 'help'],
  [['help', 'account', 'sell'], "'sell'", 'help account'],
  [['help', 'help'], "'help'", 'help'],
  [['4915155500101'], 'command.', 'help'],
  [['account', 'Zm9vYmFyYmF6cXV4'], 'command.', 'help account'],
])(
  'The unknown command %j is named in one line, never a number or a cookie, and exits with 2 [OPS-57 P-12]',
  (words, named, where) => {
    const { lines, exitCode } = read(...words)
    expect(exitCode).toBe(2)
    expect(lines).toEqual([expect.stringMatching(/^error: unknown command/)])
    expect(lines[0]).toContain(named)
    expect(lines[0]).toContain(`"${where}"`)
    expect(lines[0]).not.toMatch(/55500101|Zm9v/)
  },
)
