export { sweepFiles } from './file-store.ts'
export { FrontEndFiles, type HashedFile } from './front-end-files.ts'
