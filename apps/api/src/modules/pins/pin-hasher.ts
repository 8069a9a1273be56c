import { AppError } from '@avouch/contract'
import { hash, verify } from '@node-rs/argon2'
import type { PinHasher } from './ports.ts'

type Options = { memoryKib: number; passes: number; atOnce: number; queue: number }

/** Lets a few jobs run at once and a bounded number wait; the rest is refused before any work. */
function createGate(atOnce: number, queue: number) {
  let running = 0
  const waiting: (() => void)[] = []

  return async function run<T>(job: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= queue) throw new AppError('service_unavailable', { retry_after: 2 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await job()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}

/** Argon2id (RFC 9106). Fewer hashes at once than cores, so that status polls keep their time. */
export function createPinHasher({ memoryKib, passes, atOnce, queue }: Options): PinHasher {
  const gate = createGate(atOnce, queue)
  const options = { memoryCost: memoryKib, timeCost: passes, parallelism: 1 }
  return {
    hash: (pin) => gate(() => hash(pin, options)),
    matches: (encoded, pin) => gate(() => verify(encoded, pin)),
  }
}
