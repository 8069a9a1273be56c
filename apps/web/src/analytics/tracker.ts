import { ANALYTICS_FRAME, ANALYTICS_HEARD, ANALYTICS_READY, SECOND_MS } from '@avouch/contract'
import type { AnalyticsEvent, Command } from './analytics.ts'
import { isAgreed } from './consent.ts'
import { inTab, readItem, removeItem, writeItem } from '#api/storage.ts'

/** Visitors who leave wait no longer than this to be counted. */
const FLUSH_MS = SECOND_MS
/** A page that is still open after this was not left. */
const LEAVING_MS = SECOND_MS

type Frame = { element: HTMLIFrameElement; isReady: boolean; close: () => void }
let frame: Frame | undefined
/** Commands that the frame has not acknowledged, oldest first; `sent` of them were sent. */
const pending: Command[] = []
let sent = 0
const onFlushed: (() => void)[] = []
let isLeaving = false

/** Sends what is pending, but nothing while the page is left: the frame might acknowledge a command and not report it. */
function sendPending(): void {
  if (frame?.isReady !== true || isLeaving) return
  // A frame without an origin cannot be named; the commands are meant for a third party anyway.
  for (const command of pending.slice(sent)) frame.element.contentWindow?.postMessage(command, '*')
  sent = pending.length
}

function acknowledge(): void {
  if (sent === 0) return
  pending.shift()
  sent -= 1
  if (sent === 0) for (const resolve of onFlushed.splice(0)) resolve()
}

function pause(): void {
  isLeaving = true
  setTimeout(() => {
    isLeaving = false
    sendPending()
  }, LEAVING_MS)
}

/** Opens a frame without an origin for the tracker's script, which learns nothing of this page but the commands. */
function open(): Frame {
  const element = document.createElement('iframe')
  element.sandbox.add('allow-scripts')
  // The server may see no cookie.
  element.src = `${ANALYTICS_FRAME}?agreed`
  element.title = 'Matomo'
  element.hidden = true
  const receive = ({ source, data }: MessageEvent) => {
    if (frame === undefined || source !== frame.element.contentWindow) return
    if (data === ANALYTICS_HEARD) acknowledge()
    // The frame's own message counts: `load` also fires for a frame that failed.
    if (data !== ANALYTICS_READY) return
    frame.isReady = true
    sendPending()
  }
  window.addEventListener('message', receive)
  window.addEventListener('beforeunload', pause)
  document.body.append(element)
  const close = () => {
    window.removeEventListener('message', receive)
    window.removeEventListener('beforeunload', pause)
    element.remove()
  }
  return { element, isReady: false, close }
}

export function send(commands: readonly Command[]): void {
  frame ??= open()
  pending.push(...commands)
  sendPending()
}

/** Resolves once the frame has acknowledged what it was sent, after a second at most. */
export const flush = async (): Promise<void> => {
  if (sent === 0) return
  await new Promise<void>((resolve) => {
    onFlushed.push(resolve)
    setTimeout(resolve, FLUSH_MS)
  })
}

/** Gives what the frame has not acknowledged, and forgets it. */
export function takePending(): Command[] {
  sent = 0
  return pending.splice(0)
}

/** Removes the frame, and with it all that the tracker runs or waits for. */
export function stop(): void {
  frame?.close()
  frame = undefined
  takePending()
}

/** Names the item of the tab's storage with the events for its next page. */
const PENDING = 'pending_events'

/** Stores events in this tab for its next page. Without consent nothing is stored. */
export function storePending(events: readonly AnalyticsEvent[]): void {
  if (events.length > 0 && isAgreed('analytics')) writeItem(inTab, PENDING, JSON.stringify(events))
}

/** Takes what the page before stored: a later call finds nothing. */
export function takeStored(): readonly unknown[] {
  const stored = readItem(inTab, PENDING)
  if (stored === undefined) return []
  removeItem(inTab, PENDING)
  try {
    const names: unknown = JSON.parse(stored)
    return Array.isArray(names) ? names : []
  } catch {
    // No JSON.
    return []
  }
}
