export { sweepPresentations } from './presentation-store.ts'
export { createPresentations, type HolderAnswer, type Presentations } from './presentations.ts'
