import { existsSync } from 'node:fs'
import { inRoot } from '../setup/paths.mjs'
import { UserError } from '../setup/user-error.mjs'

/** Each part with the names of its test files; the first row that matches a file decides. @type {[PartName, RegExp][]} */
const PARTS = [
  ['check', /^$/],
  ['e2e', /\.spec\.ts$/],
  ['browsers', /\.journeys\.ts$/],
  ['embedded', /\.embedded\.test\.ts$/],
  ['api', /\.(?:api|race)\.test\.ts$/],
  ['start', /^tools\/proof\/.*\.test\.mjs$/],
  ['unit', /\.test\.(?:tsx?|mjs)$/],
]
/** @typedef {'check' | 'unit' | 'api' | 'embedded' | 'start' | 'e2e' | 'browsers'} PartName */

/** @param {string} name a part, or a file of one */
function partOf(name) {
  const part = PARTS.find(([own, files]) => own === name || (existsSync(inRoot(name)) && files.test(name)))?.[0]
  if (part) return part
  const names = PARTS.map(([own]) => own).join(', ')
  throw new UserError(`"${name}" is neither a part (${names}) nor a test file, named from the root.`)
}

/**
 * The parts to run, each with the arguments for its runner: files, then what follows "--". By day all but other browsers.
 * @param {string[]} args parts and test files; none of them means everything
 * @returns {Map<PartName, string[]>}
 */
export function choose(args) {
  const split = args.indexOf('--')
  const named = split < 0 ? args : args.slice(0, split)
  const forRunner = split < 0 ? [] : args.slice(split + 1)
  if (named.length === 0 && forRunner.length > 0)
    throw new UserError('Name the part or the test file whose runner gets what follows "--".')
  const all = PARTS.map(([part]) => part).filter((part) => part !== 'browsers' || process.env['SOAK'] === '1')
  const parts = Map.groupBy(named.length === 0 ? all : named, partOf)
  return new Map([...parts].map(([part, names]) => [part, [...names.filter((name) => name !== part), ...forRunner]]))
}
