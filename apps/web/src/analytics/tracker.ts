import { ANALYTICS_FRAME, ANALYTICS_HEARD, ANALYTICS_READY, SECOND_MS } from '@avouch/contract'
import type { Command } from './analytics.ts'

/** A page that is still here after that was not left. */
const LEAVING_MS = SECOND_MS
/** Nobody who leaves is kept longer for the sake of a count. */
const HEARING_MS = SECOND_MS

type Frame = { element: HTMLIFrameElement; isReady: boolean; end: () => void }
let frame: Frame | undefined
let isLeaving = false
const waiting: Command[] = []
/** Told to the frame, which has not said yet that it heard. */
const told: Command[] = []
const onAllHeard: (() => void)[] = []

/** Told to a frame that goes with its page in a moment, it would be lost. */
function tellWaiting(): void {
  if (frame?.isReady !== true || isLeaving) return
  // A frame without an origin has none that could be named; what is told is meant for others anyway.
  for (const command of waiting.splice(0)) {
    told.push(command)
    frame.element.contentWindow?.postMessage(command, '*')
  }
}

function hearOne(): void {
  told.shift()
  if (told.length > 0) return
  for (const resolve of onAllHeard.splice(0)) resolve()
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
    if (frame === undefined || source !== frame.element.contentWindow) return
    if (data === ANALYTICS_HEARD) hearOne()
    if (data !== ANALYTICS_READY) return
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

/** Until the frame has heard what it was told, or for a second; nothing to wait for is undefined. */
export const untilHeard = (): Promise<void> | undefined =>
  told.length === 0
    ? undefined
    : new Promise((resolve) => {
        onAllHeard.push(resolve)
        setTimeout(resolve, HEARING_MS)
      })

/** What the frame has not heard, and now is not to hear. */
export const takeUntold = (): Command[] => [...told.splice(0), ...waiting.splice(0)]

/** With its frame goes all that the tracker runs or waits for. */
export function stop(): void {
  frame?.end()
  frame = undefined
  takeUntold()
}
