export { sweepPresentations } from './presentation-store.ts'
export { createPresentations, type Presentations } from './presentations.ts'
export type { Receiver } from './receiver.ts'
