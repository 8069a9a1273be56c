import { filesBelow, isTest, read } from './tree.mjs'

/** Sessions of identity checks, until modules/kyc has its own words. Empty then. */
const FOR_NOW = ['Session', 'Sessions', 'findHolder', 'findSession']
const EXPORT = /^export (?:abstract |async )*(?:class|const|enum|function\*?|interface|type) ([\w$]+)/gm

/** Finds names that several files export, and names of `allowed` that are single. @param {[path: string, text: string][]} files @param {string[]} allowed */
export function repeatedNames(files, allowed) {
  const all = files.flatMap(([path, text]) =>
    [...new Set(Array.from(text.matchAll(EXPORT), ([, name = '']) => name))].map((name) => ({ name, path })),
  )
  const repeated = new Map([...Map.groupBy(all, ({ name }) => name)].filter(([, places]) => places.length > 1))
  return [
    ...[...repeated]
      .filter(([name]) => !allowed.includes(name))
      .map(([name, places]) => `${name} has several meanings: ${places.map(({ path }) => path).join(', ')}`),
    ...allowed.filter((name) => !repeated.has(name)).map((name) => `${name} has one meaning: delete it from FOR_NOW`),
  ]
}

/** In the server a name stands for one thing. */
export async function checkNames() {
  const paths = filesBelow('apps/api/src').filter((path) => path.endsWith('.ts') && !isTest(path))
  return repeatedNames(
    paths.map((path) => [path, read(path)]),
    FOR_NOW,
  )
}
