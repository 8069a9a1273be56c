import { run, runTool } from '../setup/command.mjs'
import { onExit } from '../setup/on-exit.mjs'
import { inRoot } from '../setup/paths.mjs'

/** Formats, repairs what lint can repair safely, and writes the pages that are made of the code. What is left is printed. */
export async function main() {
  onExit((code) => process.exit(code))
  const lint = await runTool('oxlint', ['--type-aware', '--fix'], { show: true })
  const format = await runTool('biome', ['format', '--write', '.'], { show: true })
  const pages = await run(process.execPath, [inRoot('apps/docs/build/write-pages.ts')], { show: true })
  return lint.code || format.code || pages.code
}
