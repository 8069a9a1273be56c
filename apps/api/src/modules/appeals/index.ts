import type { Background } from '../../platform/background.ts'
import { sweepAppealMonths } from './appeal-months.ts'

export { appealMonths, countAppealEnd } from './appeal-months.ts'
export { Appeals } from './appeals.ts'

export const APPEALS: Background = { sweeps: { sweepAppealMonths } }
