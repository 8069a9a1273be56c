import type { Background } from '../../platform/background.ts'
import { sweepAppLinks } from './app-link-store.ts'

export { AppLinks } from './app-links.ts'

export const APP_LINKS: Background = { sweeps: { sweepAppLinks } }
