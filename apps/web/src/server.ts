import type { CreatePageRenderer } from '@avouch/contract'
import { onServer } from './settings/server-settings.ts'

/** Makes pages of the operator's settings. Everything else is loaded after they are known. */
export const createPageRenderer: CreatePageRenderer = async (settings) => {
  onServer.settings = settings
  return (await import('./boot/render.tsx')).renderPage
}
