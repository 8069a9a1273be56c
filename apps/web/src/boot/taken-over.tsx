import type { Elements } from '@avouch/design/jsx-runtime'
import { useEffect } from 'react'
import { readEarlyInput } from '#ui/early-input.ts'

/**
 * Applies what was typed before the handlers were there. Its effect is the last one of the first page; what is typed between
 * the handlers and that is applied twice, which changes nothing. Where React finds a node that is not the server's, it renders
 * this again and replaces the page in the same task: what is known then is of the page that goes.
 */
export function RestoreEarlyInput({ root, children }: { root: Element; children: Elements }) {
  const applyEarlyInput = readEarlyInput(root)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- of the first page alone
  useEffect(applyEarlyInput, [])
  return children
}
