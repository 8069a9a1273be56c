import { hash, verify } from '@node-rs/argon2'
import { createFairGate } from './fair-gate.ts'
import type { PinHasher } from './ports.ts'

type Options = { memoryKib: number; passes: number; atOnce: number; perLane: number }

/** Argon2id (RFC 9106). Fewer hashes at once than cores, so that status polls keep their time. */
export function createPinHasher({ memoryKib, passes, atOnce, perLane }: Options): PinHasher {
  const gate = createFairGate({ atOnce, perLane })
  const options = { memoryCost: memoryKib, timeCost: passes, parallelism: 1 }
  return {
    hash: (pin, caller) => gate(caller, () => hash(pin, options)),
    matches: (encoded, pin, caller) => gate(caller, () => verify(encoded, pin)),
  }
}
