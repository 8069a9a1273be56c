import type { Caller } from './fair-queue.ts'

export type PinHasher = {
  /** @throws AppError service_unavailable when the caller's turn did not come in time; nothing was computed then */
  hash(pin: string, caller: Caller): Promise<string>
  /** @throws AppError service_unavailable, as `hash` does */
  matches(encoded: string, pin: string, caller: Caller): Promise<boolean>
}
