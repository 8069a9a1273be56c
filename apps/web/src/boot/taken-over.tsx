import { type ReactNode, useEffect } from 'react'
import { readEarlyInput } from './early-input.ts'

/**
 * Applies what was typed before the handlers were there. Its effect is the last one of the first page; what is typed between
 * the handlers and that is applied twice, which changes nothing.
 */
export function TakenOver({ root, children }: { root: Element; children: ReactNode }) {
  useEffect(() => readEarlyInput(root)?.(), [root])
  return children
}
