import { PAGE_SETTINGS, pageSettings, type PageSettings } from '@avouch/contract'

/** Where no server filled the page in, as under Vite: the app is what the system knows by this scheme. */
const ALONE: PageSettings = {
  app: { openUrl: 'avouch://verify', iosStoreUrl: null, androidStoreUrl: null },
  pinBlocklist: 'spec',
  switches: { maintenance: '0', broadcast: '0' },
}

function readSettings(): PageSettings {
  const written = document.querySelector<HTMLMetaElement>(`meta[name=${PAGE_SETTINGS}]`)?.content ?? ''
  return written === '' ? ALONE : pageSettings.parse(JSON.parse(written))
}

/** What the operator set. */
export const settings = readSettings()
