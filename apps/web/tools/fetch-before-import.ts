import { fileURLToPath } from 'node:url'
import type { ModulePreloadOptions, Plugin } from 'vite'

const VITES_HELPER = '\0vite/preload-helper.js'
const OURS = fileURLToPath(new URL('../src/boot/fetch-before-import.ts', import.meta.url))

/** Puts our own function around every dynamic import, where Vite puts its helper. */
export const fetchBeforeImport = (): Plugin => ({
  name: 'fetch-before-import',
  apply: 'build',
  enforce: 'pre',
  load: (id) =>
    id === VITES_HELPER ? `export { fetchBeforeImport as __vitePreload } from ${JSON.stringify(OURS)}` : undefined,
})

/** Names every chunk to the function, also one that depends on no other. */
export const namesEveryChunk: ModulePreloadOptions = {
  polyfill: false,
  resolveDependencies: (file, others, { hostType }) => (hostType === 'js' && others.length === 0 ? [file] : others),
}
