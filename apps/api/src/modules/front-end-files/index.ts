import type { Background } from '../../platform/background.ts'
import { sweepFiles } from './file-store.ts'

export { FrontEndFiles, type HashedFile } from './front-end-files.ts'

export const FRONT_END_FILES: Background = { sweeps: { sweepFiles } }
