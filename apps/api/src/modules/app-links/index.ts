export { type AppLinks, createAppLinks } from './app-links.ts'
