import { spawn } from 'node:child_process'
import { inRoot, PATH_WITH_TOOLS } from './paths.mjs'
import { onExit } from './on-exit.mjs'
import { UserError } from './user-error.mjs'

const PINNED_MAJOR = 24

/**
 * Runs this same command once more on the Node that came with the packages, and tells its exit code.
 * Nothing when the running Node is new enough.
 * @returns {Promise<number | undefined>}
 */
export async function continueOnPinnedNode() {
  const { platform, arch, versions } = process
  if (Number.parseInt(versions.node, 10) >= PINNED_MAJOR) return undefined
  const folder = `node-${platform === 'win32' ? 'win' : platform}-${arch}`
  const env = { ...process.env, PATH: PATH_WITH_TOOLS }
  const node = inRoot('node_modules', folder, 'bin', 'node')
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit', env })
  // The other side can't see npm end, because this process stands in between.
  onExit(() => child.kill())
  return new Promise((resolve, reject) => {
    child.on('error', () =>
      reject(
        new UserError(
          `Node ${PINNED_MAJOR} or newer is needed, this is ${versions.node}, and npm has none for this system: get it at https://nodejs.org/en/download.`,
        ),
      ),
    )
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
