import { main as test } from './test.mjs'

/**
 * The whole proof with every count at its full size: long random runs, every kill, both windows and both languages.
 * @param {string[]} args as for `npm test`
 */
export function main(args) {
  process.env['SOAK'] = '1'
  return test(args)
}
