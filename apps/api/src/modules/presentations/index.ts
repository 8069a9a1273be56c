import type { Background } from '../../platform/background.ts'
import { sweepPresentations } from './presentation-store.ts'

export { createPresentations, type Presentations } from './presentations.ts'
export type { Receiver } from './receiver.ts'

export const PRESENTATIONS: Background = { sweeps: { sweepPresentations } }
