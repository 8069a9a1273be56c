import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { onExit } from './on-exit.mjs'
import { inRoot, PATH_WITH_TOOLS } from './paths.mjs'
import { BEGAN } from './say.mjs'
import { UserError } from './user-error.mjs'

const PINNED_MAJOR = 24

/**
 * Runs this same command once more on the Node that came with the packages, and tells its exit code.
 * Nothing when the running Node is new enough.
 * @param {{ terminal: boolean }} options terminal: it asks the person there
 * @returns {Promise<number | undefined>}
 */
export async function continueOnPinnedNode({ terminal }) {
  const { platform, arch, versions } = process
  if (Number.parseInt(versions.node, 10) >= PINNED_MAJOR) return undefined
  const isWindows = platform === 'win32'
  const folder = `node-${isWindows ? 'win' : platform}-${arch}`
  const node = inRoot('node_modules', folder, 'bin', isWindows ? 'node.exe' : 'node')
  if (!existsSync(node))
    throw new UserError(
      `Node ${PINNED_MAJOR} or newer is needed, this is ${versions.node}, and npm has none for this system: get it at https://nodejs.org/en/download.`,
    )
  // The pipe ends with this process, however it ends; the other side notices.
  const more = { PATH: PATH_WITH_TOOLS, COMMAND_BEGAN: String(BEGAN), ...(!terminal && { EXIT_WITH_PARENT: '1' }) }
  const child = spawn(node, process.argv.slice(1), {
    stdio: [terminal ? 'inherit' : 'pipe', 'inherit', 'inherit'],
    env: { ...process.env, ...more },
  })
  child.stdin?.on('error', () => {})
  // The other side can't see npm end, because this process stands in between.
  onExit(() => child.kill())
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}
