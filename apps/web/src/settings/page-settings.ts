import { DEFAULT_BRAND, PAGE_SETTINGS, type PageSettings } from '@avouch/contract'
import { onServer } from './server-settings.ts'

/** Settings of a page that no server filled in, as under Vite. */
const WITHOUT_SERVER: PageSettings = {
  app: { openUrl: 'avouch://verify', iosStoreUrl: null, androidStoreUrl: null },
  pinBlocklist: 'spec',
  identityCheck: { url: 'http://localhost:3002/', kind: 'camera', name: null },
  passkeys: false,
  sandboxPhoneUrl: null,
  captchaService: null,
  analytics: false,
  switches: { maintenance: '0', broadcast: '0' },
  brand: DEFAULT_BRAND,
}

/** Looks for the parts only: page and script are of one build, and no other origin can write into the page. */
const isWhole = (value: unknown): value is PageSettings =>
  typeof value === 'object' && value !== null && Object.keys(WITHOUT_SERVER).every((key) => key in value)

function readSettings(): PageSettings {
  if (onServer.settings !== undefined) return onServer.settings
  const written = document.querySelector<HTMLMetaElement>(`meta[name=${PAGE_SETTINGS}]`)?.content ?? ''
  if (written === '') return WITHOUT_SERVER
  const value: unknown = JSON.parse(written)
  if (!isWhole(value)) throw new Error('the settings in the page are of another release')
  return value
}

/** The operator's settings. */
export const settings = readSettings()

/** The operator's name, logo, links; their colours are a style in the page. */
export const { brand } = settings

/** Lists the names that an SMS contains in addition to the code. */
export const namesInMessages = (): string[] => [brand.name, window.location.hostname]
