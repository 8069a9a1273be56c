export { AppLinks } from './app-links.ts'
export { sweepAppLinks } from './app-link-store.ts'
