// For unit tests, whose files share a process: each file begins with our modules as new and leaves no replaced global.
import { afterAll, vi } from 'vitest'

vi.resetModules()
afterAll(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})
