import { join } from 'node:path'
import { build } from 'rolldown'
import { inRoot } from '../setup/paths.mjs'

/** Native code can't be bundled; the embedded engine is for demonstration, and stays out. */
const OUTSIDE = [/^@node-rs\//, /^@electric-sql\/pglite/, 'pg-native']

/** The program, and what it runs in a thread of its own. */
const PROGRAMS = { main: 'src/main.ts', 'list-worker': 'src/modules/trust/list-worker.ts' }

/**
 * The server and the operator's command line as one file, and another one for each thread. Names are kept: they are in logs and errors. No ES module: an import
 * of Node's own modules reads every export, of which one loads an HTTP client that nothing here uses.
 * @param {string} folder
 * @param {{ commit: string | undefined, sourceMaps: boolean }} choice
 * @returns {Promise<string[]>} the files that it was made of
 */
export async function bundleServer(folder, { commit, sourceMaps }) {
  const bundles = await build(
    Object.entries(PROGRAMS).map(([name, input]) => ({
      cwd: inRoot('apps', 'api'),
      input,
      platform: /** @type {const} */ ('node'),
      external: OUTSIDE,
      // A package of the OpenID Connect provider evaluates code; it is not ours to warn about.
      checks: { eval: false },
      ...(commit && { transform: { define: { __BUILD_COMMIT__: JSON.stringify(commit) } } }),
      output: {
        file: join(folder, 'server', `${name}.cjs`),
        format: /** @type {const} */ ('cjs'),
        codeSplitting: false,
        minify: true,
        keepNames: true,
        sourcemap: sourceMaps,
      },
    })),
  )
  const parts = bundles.flatMap(({ output }) => output)
  return [...new Set(parts.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : [])))]
}
