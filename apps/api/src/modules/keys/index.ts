export { checkKeys, readKeys } from './check.ts'
export { reindexKeys } from './reindex.ts'
export { rotateKeys } from './rotate.ts'
