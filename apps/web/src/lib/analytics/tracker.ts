import { ANALYTICS_FRAME } from '@avouch/contract'
import type { Command } from '#lib/analytics/analytics.ts'

let frame: HTMLIFrameElement | undefined
let waiting: Command[] | undefined

/** A foreign script runs in there, in a frame without an origin: it sees nothing of this page but what it is told. */
function open(): HTMLIFrameElement {
  const opened = document.createElement('iframe')
  opened.sandbox.add('allow-scripts')
  opened.src = ANALYTICS_FRAME
  opened.title = 'Matomo'
  opened.hidden = true
  opened.addEventListener('load', () => {
    const kept = waiting ?? []
    waiting = undefined
    if (opened === frame) send(kept)
  })
  waiting = []
  frame = opened
  document.body.append(opened)
  return opened
}

export function send(commands: readonly Command[]): void {
  const { contentWindow } = frame ?? open()
  if (waiting !== undefined) return void waiting.push(...commands)
  // A frame without an origin has none that could be named; what is told is meant for others anyway.
  for (const command of commands) contentWindow?.postMessage(command, '*')
}

/** With its frame goes all that the tracker runs or waits for. */
export function stop(): void {
  frame?.remove()
  frame = undefined
  waiting = undefined
}
