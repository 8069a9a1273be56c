import { relative } from 'node:path'
import { ROOT } from '../setup/paths.mjs'

/**
 * @typedef {{ fullName?: string, status?: string, failureMessages?: string[] }} VitestResult
 * @typedef {{ name?: string, status?: string, message?: string, assertionResults?: VitestResult[] }} VitestFile
 * @typedef {{ projectName?: string, status?: string, results?: { error?: { message?: string } }[] }} PlaywrightTest
 * @typedef {{ title: string, file?: string, suites?: PlaywrightSuite[], specs?: { title: string, file?: string, tests?: PlaywrightTest[] }[] }} PlaywrightSuite
 */

const WIDTH = 300
// oxlint-disable-next-line no-control-regex -- colours of the terminal are control characters
const COLOURS = /\u001b\[[0-9;]*m/g

/** @param {string | undefined} message */
const beginning = (message) => (message ?? '').replaceAll(COLOURS, '').replaceAll(/\s+/g, ' ').trim().slice(0, WIDTH)

/** @param {string} where @param {string} title @param {string | undefined} message */
const line = (where, title, message) => [where, title, beginning(message)].filter((part) => part !== '').join(' › ')

/**
 * Which tests failed and how each one's message begins, to be found at the end of a long log.
 * @param {unknown} report of Vitest
 * @returns {string[]}
 */
export function failuresOfVitest(report) {
  const { testResults = [] } = /** @type {{ testResults?: VitestFile[] }} */ (report ?? {})
  return testResults.flatMap(({ name = '', status, message, assertionResults = [] }) => {
    const file = name === '' ? '' : relative(ROOT, name)
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [line(file, '', message)]
    return failed.map(({ fullName = '', failureMessages = [] }) => line(file, fullName, failureMessages[0]))
  })
}

/**
 * @param {unknown} report of Playwright
 * @returns {string[]}
 */
export function failuresOfPlaywright(report) {
  const { suites = [], errors = [] } = /** @type {{ suites?: PlaywrightSuite[], errors?: { message?: string }[] }} */ (
    report ?? {}
  )
  return [...suites.flatMap(inSuite), ...errors.map(({ message }) => beginning(message))]
}

/** @param {PlaywrightSuite} suite @returns {string[]} */
function inSuite({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, file = '', tests = [] }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName = '', results = [] }) =>
        line(`${projectName} ${file}`, title, results.find(({ error }) => error !== undefined)?.error?.message),
      ),
  )
  return [...own, ...suites.flatMap(inSuite)]
}
