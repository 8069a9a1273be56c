import { spawn } from 'node:child_process'
import { PATH_OF_MACHINE, PATH_WITH_TOOLS, ROOT, scriptOf } from './paths.mjs'

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
export const runTool = (name, args, options) => run(process.execPath, [scriptOf(name), ...args], options)

/**
 * Runs the npm that runs us, or the machine's, which on Windows is no program but a script of the shell.
 * @param {string[]} args
 * @param {Options} [options]
 */
export function runNpm(args, { env = {}, ...options } = {}) {
  const given = { ...options, env: { PATH: PATH_OF_MACHINE, ...env } }
  const script = process.env['npm_execpath'] ?? ''
  if (script.endsWith('npm-cli.js')) return run(process.execPath, [script, ...args], given)
  return process.platform === 'win32'
    ? run('cmd.exe', ['/d', '/s', '/c', 'npm', ...args], given)
    : run('npm', args, given)
}

/** @param {string} text @param {number} count */
export const lastLines = (text, count) => text.trimEnd().split('\n').slice(-count).join('\n')
