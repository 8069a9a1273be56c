import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inRoot } from '../setup/paths.mjs'
import { filesBelow, read } from './tree.mjs'

const LINK = /\]\((?<target>[^)\s]+)\)/g
const SCRIPT = /\bnpm (?:run (?<named>[\w:-]+)|(?<short>start|test))\b/g
const PATH = /(?<![\w./@#-])(?<path>(?:apps|packages|tools|docs|\.ci)\/[\w./<>*|-]*[\w>*/])/g

/** Every document for readers of the repository. */
const papers = () => filesBelow().filter((path) => path.endsWith('.md'))

/** Scripts, paths and links that documents name are there. */
export async function checkPapers() {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
  return papers().flatMap((path) => problemsOfPaper(path, read(path), scripts))
}

/**
 * @param {string} path
 * @param {string} text
 * @param {string[]} scripts
 */
export function problemsOfPaper(path, text, scripts) {
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
