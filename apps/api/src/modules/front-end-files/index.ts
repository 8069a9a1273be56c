export { sweepFiles } from './file-store.ts'
export { createFrontEndFiles, type FrontEndFiles, type HashedFile } from './front-end-files.ts'
