import { runTool } from '../setup/command.mjs'
import { onExit } from '../setup/on-exit.mjs'

/** Formats, and repairs what lint can repair safely. What is left is printed. */
export async function main() {
  onExit((code) => process.exit(code))
  const lint = await runTool('oxlint', ['--type-aware', '--fix'], { show: true })
  const format = await runTool('biome', ['format', '--write', '.'], { show: true })
  return lint.code || format.code
}
