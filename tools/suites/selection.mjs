import { existsSync } from 'node:fs'
import { inRoot } from '../setup/paths.mjs'
import { UserError } from '../setup/user-error.mjs'

/** @typedef {'check' | 'unit' | 'api' | 'embedded' | 'start' | 'e2e' | 'browsers'} PartName */

/** @type {PartName[]} */
const BY_DAY = ['check', 'unit', 'api', 'embedded', 'start', 'e2e']
/** @type {PartName[]} */
const PARTS = [...BY_DAY, 'browsers']

/** Which part a test file belongs to; the first row that matches decides. @type {[RegExp, PartName][]} */
const PART_OF_FILE = [
  [/\.spec\.ts$/, 'e2e'],
  [/\.journeys\.ts$/, 'browsers'],
  [/\.embedded\.test\.ts$/, 'embedded'],
  [/\.(?:api|race)\.test\.ts$/, 'api'],
  [/^tools\/proof\/.*\.test\.mjs$/, 'start'],
  [/\.test\.(?:tsx?|mjs)$/, 'unit'],
]

/** @param {string} name */
const isPart = (name) => /** @type {string[]} */ (PARTS).includes(name)

/** @param {string} file @returns {PartName} */
function partOf(file) {
  const part = existsSync(inRoot(file)) ? PART_OF_FILE.find(([pattern]) => pattern.test(file))?.[1] : undefined
  if (!part)
    throw new UserError(`"${file}" is neither a part (${PARTS.join(', ')}) nor a test file, named from the root.`)
  return part
}

/**
 * The parts to run, each with the arguments for its runner: files, then what follows "--".
 * @param {string[]} args parts and test files; none of them means everything
 * @returns {Map<PartName, string[]>}
 */
export function choose(args) {
  const split = args.indexOf('--')
  const named = split < 0 ? args : args.slice(0, split)
  const forRunner = split < 0 ? [] : args.slice(split + 1)
  if (named.length === 0 && forRunner.length > 0)
    throw new UserError('Name the part or the test file whose runner gets what follows "--".')
  const files = Map.groupBy(
    named.filter((name) => !isPart(name)),
    partOf,
  )
  const all = process.env['SOAK'] === '1' ? PARTS : BY_DAY
  const parts = named.length === 0 ? all : PARTS.filter((part) => named.includes(part) || files.has(part))
  return new Map(parts.map((part) => [part, [...(files.get(part) ?? []), ...forRunner]]))
}
