export { type AppLinks, createAppLinks } from './app-links.ts'
export { isLast } from './progress.ts'
