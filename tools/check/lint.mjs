import { runTool } from '../setup/command.mjs'

/** @param {{ code: number, output: string }} result */
const problemsOf = ({ code, output }) => (code === 0 ? [] : [output.trim() || `exit code ${code}`])

export const checkLint = async () =>
  problemsOf(
    await runTool(
      'oxlint',
      ['--type-aware', '--deny-warnings', '--report-unused-disable-directives', '--format=unix'],
      {
        // The types are read by several threads, each by itself: one takes two thirds of the processor time.
        env: { GOMAXPROCS: '1' },
      },
    ),
  )

export const checkFormat = async () =>
  problemsOf(await runTool('biome', ['format', '--colors=off', '--max-diagnostics=20', '--reporter=summary', '.']))

export const checkUnused = async () => problemsOf(await runTool('knip', ['--no-progress', '--no-config-hints']))
