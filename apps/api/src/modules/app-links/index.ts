export { type AppLinks, createAppLinks } from './app-links.ts'
export { createAppLinkStore } from './app-link-store.ts'
