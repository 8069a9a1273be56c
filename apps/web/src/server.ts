import type { CreatePageRenderer } from '@avouch/contract'
import { onServer } from './settings/server-settings.ts'

/** Creates the renderer with the operator's settings. Every other module is loaded after they are set. */
export const createPageRenderer: CreatePageRenderer = async (settings) => {
  onServer.settings = settings
  return (await import('./boot/render.tsx')).renderPage
}
