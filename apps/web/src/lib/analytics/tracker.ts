import { ANALYTICS_FRAME, ANALYTICS_READY, SECOND_MS } from '@avouch/contract'
import type { Command } from '#lib/analytics/analytics.ts'

/** A page that is still here after that was not left. */
const LEAVING_MS = SECOND_MS

type Frame = { element: HTMLIFrameElement; isReady: boolean; end: () => void }
let frame: Frame | undefined
let isLeaving = false
let waiting: Command[] = []

/** Told to a frame that goes with its page in a moment, it would be lost. */
function tellWaiting(): void {
  if (frame?.isReady !== true || isLeaving) return
  // A frame without an origin has none that could be named; what is told is meant for others anyway.
  for (const command of waiting.splice(0)) frame.element.contentWindow?.postMessage(command, '*')
}

function leave(): void {
  isLeaving = true
  setTimeout(() => {
    isLeaving = false
    tellWaiting()
  }, LEAVING_MS)
}

/** A foreign script runs in there, in a frame without an origin: it sees nothing of this page but what it is told. */
function open(): Frame {
  const element = document.createElement('iframe')
  element.sandbox.add('allow-scripts')
  element.src = ANALYTICS_FRAME
  element.title = 'Matomo'
  element.hidden = true
  // Its own word: `load` also comes when it was cut off.
  const hear = ({ source, data }: MessageEvent) => {
    if (frame === undefined || source !== frame.element.contentWindow || data !== ANALYTICS_READY) return
    frame.isReady = true
    tellWaiting()
  }
  window.addEventListener('message', hear)
  window.addEventListener('beforeunload', leave)
  document.body.append(element)
  const end = () => {
    window.removeEventListener('message', hear)
    window.removeEventListener('beforeunload', leave)
    element.remove()
  }
  return { element, isReady: false, end }
}

export function send(commands: readonly Command[]): void {
  frame ??= open()
  waiting.push(...commands)
  tellWaiting()
}

/** What waits for the frame, and now no longer does. */
export const takeUntold = (): Command[] => waiting.splice(0)

/** With its frame goes all that the tracker runs or waits for. */
export function stop(): void {
  frame?.end()
  frame = undefined
  waiting = []
}
