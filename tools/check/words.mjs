import { idiomsIn } from './idioms.mjs'
import { swallowedIn } from './swallowed.mjs'
import { filesBelow, read } from './tree.mjs'

/** @type {[RegExp, string][]} */
const UNWANTED = [
  [/(?<![\w.])\/(?:work|home|Users|root)\//, 'a path of one machine'],
  [/\bshared\/\w*\.?md\b/, 'a file that is not in the repository'],
  [/\b(?:TODO|FIXME|XXX)\b/, 'unfinished work'],
  [/\bissue #\d/i, 'a tracker that the reader may not have'],
  [/^(?:<{7}|>{7})(?: |$)/, 'a conflict of a merge'],
]
/** The list above would find itself. */
const SELF = 'tools/check/words.mjs'
const NOT_PROSE = /(?:^|\/)(?:package-lock\.json|LICENSE)$|\.(?:png|jpg|svg|ico|woff2|wasm|webp|lock)$/

/** Nothing points outside the repository, nothing is left for later or of a merge, all of it is in plain words, and no error is dropped without a word. */
export async function checkWords() {
  return filesBelow()
    .filter((path) => path !== SELF && !NOT_PROSE.test(path))
    .flatMap((path) => {
      const text = read(path)
      return [...unwantedIn(path, text), ...idiomsIn(path, text), ...swallowedIn(path, text)]
    })
}

/** @param {string} path @param {string} text */
const unwantedIn = (path, text) =>
  text
    .split('\n')
    .flatMap((line, index) =>
      UNWANTED.filter(([pattern]) => pattern.test(line)).map(([, what]) => `${path}:${index + 1}: ${what}`),
    )
