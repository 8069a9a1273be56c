import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from '../setup/command.mjs'
import { inRoot } from '../setup/paths.mjs'
import { filesBelow, read } from './tree.mjs'

const LINK = /\]\((?<target>[^)\s]+)\)/g
const SCRIPT = /\bnpm (?:run (?<named>[\w:-]+)|(?<short>start|test))\b/g
const RECORD = /^docs\/decisions\/(?<number>\d{4})-/
const PATH = /(?<![\w./@#-])(?<path>(?:apps|packages|tools|docs|\.ci)\/[\w./<>*|-]*[\w>*/])/g

/** Every document for readers of the repository. */
const documents = () => filesBelow().filter((path) => path.endsWith('.md'))

/** Scripts, paths, links and settings that documents name are there; every setting, limit and error is in a document. */
export async function checkDocs() {
  const pages = await run(process.execPath, [inRoot('apps/docs/build/write-pages.ts'), '--check'])
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
  return [
    ...(pages.code === 0 ? [] : [pages.output.trim()]),
    ...documents().flatMap((path) => problemsOfDocument(path, read(path), scripts)),
    ...problemsOfRecords(documents(), (path) => read(path)),
    ...problemsOfSettings(read(SETTINGS), read(SETTINGS_PAGE)),
  ]
}

const SETTINGS = 'apps/api/src/config/env.ts'
const SETTINGS_PAGE = 'docs/operating/settings.md'

/**
 * @param {string} code the schema of the environment
 * @param {string} document
 */
export function problemsOfSettings(code, document) {
  const [, section = ''] = document.split('## Settings of the product')
  const read = namesIn(code, /^ {2}(?<name>[A-Z][A-Z0-9_]+):/gm)
  const described = namesIn(section, /^\| (?<name>[A-Z][A-Z0-9_]+) \|/gm)
  return [
    ...read
      .filter((name) => !described.includes(name))
      .map((name) => `${SETTINGS_PAGE}: the setting ${name} is missing`),
    ...described.filter((name) => !read.includes(name)).map((name) => `${SETTINGS_PAGE}: there is no setting ${name}`),
    ...(read.length === 0 ? [`${SETTINGS}: no setting was found`] : []),
  ]
}

/** @param {string} text @param {RegExp} pattern */
const namesIn = (text, pattern) => [...text.matchAll(pattern)].map((match) => match.groups?.['name'] ?? '')

/**
 * Each decision record has a number of its own, which its title begins with.
 * @param {string[]} paths
 * @param {(path: string) => string} textOf
 */
export function problemsOfRecords(paths, textOf) {
  const records = paths.flatMap((path) => {
    const number = RECORD.exec(path)?.groups?.['number']
    return number === undefined ? [] : [{ path, number }]
  })
  return records.flatMap(({ path, number }, index) => [
    ...(records.findIndex((other) => other.number === number) < index ? [`${path}: ${number} is taken`] : []),
    ...(textOf(path).startsWith(`# ${Number(number)}. `) ? [] : [`${path}: the title has another number`]),
  ])
}

/**
 * @param {string} path
 * @param {string} text
 * @param {string[]} scripts
 */
export function problemsOfDocument(path, text, scripts) {
  return text.split('\n').flatMap((line, index) => {
    const at = `${path}:${index + 1}`
    const links = [...line.matchAll(LINK)].map((match) => match.groups?.['target'] ?? '')
    const names = [...line.matchAll(SCRIPT)].map((match) => match.groups?.['named'] ?? match.groups?.['short'] ?? '')
    const paths = [...line.matchAll(PATH)].map((match) => match.groups?.['path'] ?? '')
    return [
      ...links
        .filter((target) => !linkExists(path, target))
        .map((target) => `${at}: the link to ${target} leads nowhere`),
      ...names.filter((name) => !scripts.includes(name)).map((name) => `${at}: there is no script ${name}`),
      ...paths.filter((named) => !pathExists(named)).map((named) => `${at}: there is no ${named}`),
    ]
  })
}

/** @param {string} from @param {string} target */
function linkExists(from, target) {
  if (/^(?:https?:|mailto:|#)/.test(target)) return true
  return existsSync(inRoot(join(dirname(from), target.replace(/#.*$/, ''))))
}

/** A path may hold * and <placeholders> for one name; what is built need not be there. @param {string} path */
function pathExists(path) {
  const pattern = path
    .replace(/\/dist(?:\/.*)?$/, '')
    .replaceAll(/<[^>]*>/g, '*')
    .replace(/\/$/, '')
  return pattern.includes('*') ? globSync(pattern, { cwd: inRoot() }).length > 0 : existsSync(inRoot(pattern))
}
