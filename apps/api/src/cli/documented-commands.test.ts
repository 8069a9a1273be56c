import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readCommand } from './program.ts'

const DOCS = resolve(import.meta.dirname, '../../../../docs')
const PAGES = [
  'operating.md',
  'runbook.md',
  'security.md',
  ...readdirSync(join(DOCS, 'operating')).map((name) => `operating/${name}`),
]
const read = (page: string) => readFileSync(join(DOCS, page), 'utf8')

function printedBy(...words: string[]): string[] {
  const lines: string[] = []
  readCommand(words, (line) => lines.push(line))
  return lines
}

/** "provider key create" for each line "  provider key create [options] <provider>  prints…" of the help. */
const COMMANDS = printedBy('--help').flatMap((line) => /^ {2}((?:[a-z][a-z-]* )+)/.exec(line)?.[1]?.trim() ?? [])
const NOUNS = new Set(COMMANDS.map((command) => command.split(' ')[0]))
const PROGRAM = /^(?:node (?:dist\/avouch\/)?avouch\.js|npm run avouch --) (?<words>[a-z].*)$/

/** Lines of the log, and a queue, that begin like a command. */
const LOGGED =
  /^(?:webhook (?:not|given|switched) |audit events |identity (?:check|session|vendor)\b|sms (?:account|not|given|gateway|pool|codes|reports)\b)/

/** The command that the words begin with. */
const commandOf = (words: readonly string[]): string | undefined =>
  COMMANDS.find((command) => command === words.slice(0, command.split(' ').length).join(' '))

/** Finds what the pages tell people to type: lines of shell blocks, and code in the text that begins with a noun of ours. */
function typedIn(text: string): string[] {
  const lines = text.split('\n').flatMap((line) => PROGRAM.exec(line.trim())?.groups?.['words'] ?? [])
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => PROGRAM.exec(span)?.groups?.['words'] ?? span)
  return [...lines, ...spans].filter(
    (words) => NOUNS.has(words.split(' ')[0] ?? '') && words.includes(' ') && !LOGGED.test(words),
  )
}

/** @returns what is wrong with it */
function problemOf(typed: string): string | undefined {
  const words = typed.replace(/\s+[#>].*$/, '').split(/\s+/)
  const command = commandOf(words)
  if (command === undefined) return `there is no command "${typed}"`
  const help = printedBy(...command.split(' '), '--help').join('\n')
  const unknown = words.filter((word) => word.startsWith('--') && !new RegExp(`${word}\\b`).test(help))
  return unknown.length > 0 ? `"${command}" has no ${unknown.join()}` : undefined
}

test('Every command that the pages for operators name is one of the command line [OPS-57]', () => {
  const problems = PAGES.flatMap((page) =>
    typedIn(read(page)).flatMap((typed) => {
      const problem = problemOf(typed)
      return problem === undefined ? [] : [`${page}: ${problem}`]
    }),
  )
  expect(problems).toEqual([])
  expect(PAGES.flatMap((page) => typedIn(read(page))).length).toBeGreaterThan(60)
})

test('Every command is in the table of commands, and has a description [OPS-57]', () => {
  const [, section = ''] = read('operating/repair.md').split('## The command line')
  const described = [...section.matchAll(/^\| ([a-z][a-z, -]*) \|/gm)].flatMap(([, cell = '']) => {
    const [first = '', ...others] = cell.split(', ')
    const group = first.split(' ').slice(0, -1).join(' ')
    return [first, ...others.map((verb) => `${group} ${verb}`)]
  })
  expect(COMMANDS.length).toBeGreaterThan(40)
  expect(COMMANDS.filter((command) => !described.includes(command))).toEqual([])
  for (const command of COMMANDS) expect(printedBy(...command.split(' '), '--help').length).toBeGreaterThan(3)
})
