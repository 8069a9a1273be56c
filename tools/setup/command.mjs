import { execa } from 'execa'
import { PATH_OF_MACHINE, PATH_WITH_TOOLS, ROOT } from './paths.mjs'

/** @typedef {{ code: number, output: string }} Result */
/** @typedef {{ cwd?: string, env?: Record<string, string | undefined>, show?: boolean, terminal?: boolean }} Options */

/**
 * Runs a command to its end; stdout and stderr together, in the order they came. `terminal`: it asks the person there.
 * @param {string} command
 * @param {string[]} args
 * @param {Options} [options]
 * @returns {Promise<Result>}
 */
export async function run(command, args, { cwd = ROOT, env = {}, show = false, terminal = false } = {}) {
  const seen = show || terminal ? 'inherit' : 'pipe'
  const { exitCode, isTerminated, all, originalMessage } = await execa(command, args, {
    cwd,
    env: { PATH: PATH_WITH_TOOLS, ...env },
    stdin: terminal ? 'inherit' : 'ignore',
    stdout: seen,
    stderr: seen,
    all: true,
    reject: false,
    stripFinalNewline: false,
  })
  const notStarted = exitCode === undefined && !isTerminated
  return { code: exitCode ?? (notStarted ? 127 : 1), output: `${all ?? ''}${notStarted ? `${originalMessage}\n` : ''}` }
}

/** Runs the machine's npm. @param {string[]} args @param {Options} [options] */
export const runNpm = (args, { env = {}, ...options } = {}) =>
  run('npm', args, { ...options, env: { PATH: PATH_OF_MACHINE, ...env } })

/** @param {string} text @param {number} count */
export const lastLines = (text, count) => text.trimEnd().split('\n').slice(-count).join('\n')
