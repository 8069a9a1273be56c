export { createNumbers, type Numbers } from './numbers.ts'
export { countGuards } from './number-store.ts'
export { forgetGuards, reindexNumbers } from './reindex.ts'
