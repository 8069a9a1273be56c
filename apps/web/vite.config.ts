import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fetchBeforeImport, namesEveryChunk } from './tools/fetch-before-import.ts'
import { precompress } from '@avouch/design/precompress'

const API = process.env['API_URL'] ?? 'http://localhost:3100'
/** Addresses that the server owns; every other one is a screen. */
const SERVED_BY_API = [
  '/auth/public',
  '/auth/api',
  '/auth/user',
  '/api',
  '/client',
  '/provider',
  '/.well-known',
  '/openapi.json',
  '/docs',
  '/csp-report',
  '/logos',
  '/openid4vp',
  '^/w/',
  '/admin',
  '/console',
  '/operator',
]
const proxy = Object.fromEntries(SERVED_BY_API.map((path) => [path, { target: API, changeOrigin: false }]))

/** Joins in one file what is needed together, after the file that every page needs: many small ones would only wait for each other. */
const TOGETHER = [
  {
    name: 'later',
    test: /\/ui\/toasts\/(?:overlays|connection-status|toasts)\.|\/screens\/consent\/consent-parts\.|\/analytics\/(?:analytics|consent|counting|tracker)\./,
  },
  {
    name: 'errors',
    test: /\/(?:api\/failures|i18n\/error-text)\.|\/contract\/src\/errors\.|\/api-client\/src\/failures\./,
  },
  {
    name: 'form',
    test: /\/node_modules\/react-hook-form\/|\/ui\/(?:form\/(?:form|use-form-rules|use-field|pin-fields|phone-field)|numbers\/(?:country-cell|country-picker)|about|flow-page)\.|\/design\/src\/field\.|\/screens\/auth\/(?:draft|use-reload-notice|above-form)\.|\/captcha\/begin\.|\/journey\/src\/sign-in\./,
  },
  // The screens of a check follow each other within seconds. What they import stays where it is: other screens need it too.
  {
    name: 'kyc',
    test: /\/screens\/kyc\//,
    includeDependenciesRecursively: false,
  },
  // After the form's file, because they share a library: the rules load with the first touch.
  {
    name: 'check',
    test: /\/node_modules\/(?:zod|@hookform)\/|\/api\/zod-config\.|\/contract\/src\/(?:forms|values|pin|sms-code)\./,
  },
]

/** Content blockers know files by words in their names (captcha, notice): hexadecimal hashes spell none of these. */
const named = (extension: string) => `assets/[hash]${extension}`
const NAMES = {
  hashCharacters: 'hex',
  entryFileNames: named('.js'),
  chunkFileNames: named('.js'),
  assetFileNames: named('[extname]'),
} as const

export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), fetchBeforeImport(), precompress()],
  // No visitor has React's developer tools.
  define: command === 'build' ? { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } : {},
  build: {
    target: 'baseline-widely-available',
    manifest: true,
    modulePreload: namesEveryChunk,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: {
      output: { ...NAMES, codeSplitting: { groups: [{ name: 'app', tags: ['$initial'] }, ...TOGETHER] } },
    },
  },
  worker: { rolldownOptions: { output: NAMES } },
  server: { port: 5173, proxy },
  preview: { port: 4173, proxy },
}))
