import 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** The program without which a test is skipped; the last lines of `npm test` name it. */
    needs?: string
  }
}
