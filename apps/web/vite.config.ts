import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './tools/precompress.ts'

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
]
const proxy = Object.fromEntries(SERVED_BY_API.map((path) => [path, { target: API, changeOrigin: false }]))

export default defineConfig({
  plugins: [react(), babel({ presets: [reactCompilerPreset()] }), tailwindcss(), precompress()],
  // The server writes each answer's own nonce in its place.
  html: { cspNonce: '__nonce__' },
  build: {
    target: 'baseline-widely-available',
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // One file for what every page needs: its parts would only wait for each other.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'app', tags: ['$initial'] }] } } },
  },
  server: { port: 5173, proxy },
  preview: { port: 4173, proxy },
})
