export { checkKeys, readInstallationKeys } from './check.ts'
export { reindexKeys } from './reindex.ts'
export { rotateKeys } from './rotate.ts'
