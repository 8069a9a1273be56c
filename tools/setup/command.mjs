import { spawn } from 'node:child_process'
import { BIN, PATH_WITH_TOOLS, ROOT } from './paths.mjs'

/** @typedef {{ code: number, output: string }} Result */
/** @typedef {{ cwd?: string, env?: Record<string, string | undefined>, show?: boolean, terminal?: boolean }} Options */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill()
})

/**
 * Runs a command to its end; stdout and stderr together, in the order they came. `terminal`: it asks the person there.
 * @param {string} command
 * @param {string[]} args
 * @param {Options} [options]
 * @returns {Promise<Result>}
 */
export function run(command, args, { cwd = ROOT, env = {}, show = false, terminal = false } = {}) {
  const seen = show || terminal ? 'inherit' : 'pipe'
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, PATH: PATH_WITH_TOOLS, ...env },
      stdio: [terminal ? 'inherit' : 'ignore', seen, seen],
    })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        output += text
      })
    }
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }))
    child.on('close', (code) => {
      running.delete(child)
      resolve({ code: code ?? 1, output })
    })
  })
}

/**
 * Runs one of the installed tools.
 * @param {string} name
 * @param {string[]} args
 * @param {Options} [options]
 */
export const runTool = (name, args, options) => run(`${BIN}/${name}`, args, options)

/** @param {string} text @param {number} count */
export const lastLines = (text, count) => text.trimEnd().split('\n').slice(-count).join('\n')
