export { checkKeys } from './check.ts'
export { type KeyFiles, readKeys } from './key-ages.ts'
export { reindexKeys } from './reindex.ts'
export { rotateKeys } from './rotate.ts'
