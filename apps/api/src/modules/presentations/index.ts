export { sweepPresentations } from './presentation-store.ts'
export { createPresentations, type Presentations } from './presentations.ts'
