import type { Language } from '@avouch/contract'
import { textsIn } from '../../http/language.ts'

/** What makes the page an app that can be put on the home screen. Nothing of it is kept offline. */
export const manifest = (language: Language) => ({
  name: 'Avouch (Sandbox)',
  short_name: 'Avouch',
  lang: language,
  id: '/app',
  start_url: '/app',
  scope: '/app',
  display: 'standalone',
  background_color: '#f6f5f1',
  theme_color: '#0a5f55',
  icons: [
    { src: '/assets/app.svg', type: 'image/svg+xml', sizes: 'any', purpose: 'any' },
    { src: '/assets/app-maskable.svg', type: 'image/svg+xml', sizes: 'any', purpose: 'maskable' },
  ],
  shortcuts: [{ name: textsIn(language)('Scan a code', 'Code scannen'), url: '/app/scan' }],
})
