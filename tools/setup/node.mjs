import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { onExit } from './on-exit.mjs'
import { UserError } from './user-error.mjs'
import { inRoot, PATH_WITH_TOOLS } from './paths.mjs'
import { BEGAN } from './say.mjs'

const PINNED_MAJOR = 24

function pinnedNode() {
  const { platform, arch } = process
  const found = inRoot(
    'node_modules',
    `node-${platform === 'win32' ? 'win' : platform}-${arch}`,
    'bin',
    platform === 'win32' ? 'node.exe' : 'node',
  )
  return existsSync(found) ? found : undefined
}

/**
 * Runs this same command once more on the Node that came with the packages, and tells its exit code.
 * Nothing when the running Node is new enough.
 * @param {{ terminal: boolean }} options terminal: it asks the person there
 * @returns {Promise<number | undefined>}
 */
export async function continueOnPinnedNode({ terminal }) {
  if (Number.parseInt(process.versions.node, 10) >= PINNED_MAJOR) return undefined
  const node = pinnedNode()
  if (node === undefined) {
    throw new UserError(
      `Node ${PINNED_MAJOR} or newer is needed, this is ${process.versions.node}, and npm has none for this system: get it at https://nodejs.org/en/download.`,
    )
  }
  return new Promise((resolve, reject) => {
    // The pipe ends with this process, however it ends; the other side notices.
    const child = spawn(node, process.argv.slice(1), {
      stdio: [terminal ? 'inherit' : 'pipe', 'inherit', 'inherit'],
      env: {
        ...process.env,
        PATH: PATH_WITH_TOOLS,
        COMMAND_BEGAN: String(BEGAN),
        ...(!terminal && { EXIT_WITH_PARENT: '1' }),
      },
    })
    child.stdin?.on('error', () => {})
    // The other side can't see npm end, because this process stands in between.
    onExit(() => child.kill())
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}
