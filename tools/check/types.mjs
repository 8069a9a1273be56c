import { relative } from 'node:path'
import { runTool } from '../setup/command.mjs'
import { ROOT } from '../setup/paths.mjs'
import { filesBelow } from './tree.mjs'

/** Several checkers read the same types, each by itself: one takes half of the processor time. */
const FLAGS = ['--noEmit', '--listFiles', '--pretty', 'false', '--singleThreaded']

/** Every tsconfig.json is a project; every TypeScript file belongs to one, or its errors would go unnoticed. */
export async function checkTypes() {
  const files = filesBelow()
  const projects = files.filter((path) => path.endsWith('/tsconfig.json'))
  const seen = new Set()
  const problems = []
  for (const project of projects) {
    const { code, output } = await runTool('tsc', ['-p', project, ...FLAGS])
    const lines = output.trim().split('\n')
    for (const line of lines.filter((text) => text.startsWith(ROOT)))
      seen.add(relative(ROOT, line).replaceAll('\\', '/'))
    if (code !== 0) problems.push(...lines.filter((text) => !text.startsWith('/')))
  }
  for (const path of files) {
    if (/\.(?:ts|tsx|mts)$/.test(path) && !seen.has(path)) problems.push(`${path}: no tsconfig.json includes it`)
  }
  return problems
}
