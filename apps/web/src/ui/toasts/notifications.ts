import { NOTIFICATION_ID_LENGTH } from '@avouch/contract'
import { create } from 'zustand'

export type Urgency = 'polite' | 'assertive'
export type Announcement = { id: number; urgency: Urgency; text: string }

/** Long enough to be read out, short enough not to be found again while browsing. */
const STAY_MS = 7_000

let lastId = 0

export const useAnnouncements = create<readonly Announcement[]>(() => [])

/** Has a screen reader read a text: after what it reads now, or immediately. */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  const { setState } = useAnnouncements
  lastId += 1
  const id = lastId
  setState((said) => [...said, { id, urgency, text }], true)
  setTimeout(() => setState((said) => said.filter((other) => other.id !== id), true), STAY_MS)
}

export type NotificationType = 'info' | 'success' | 'warning' | 'error'
export type Notification = { id: string; type: NotificationType; title: string; message: string }

const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(NOTIFICATION_ID_LENGTH)), (byte) => (byte & 31).toString(32)).join(
    '',
  )

export const useNotifications = create<readonly Notification[]>(() => [])
const { getState, setState } = useNotifications

const isSame = (a: Omit<Notification, 'id'>, b: Omit<Notification, 'id'>) =>
  a.type === b.type && a.title === b.title && a.message === b.message

/** Shows and announces a notification, and gives its id. One that is on the screen already is not shown twice. */
export function notify(notification: Omit<Notification, 'id'>): string {
  const shown = getState().find((other) => isSame(other, notification))
  if (shown !== undefined) return shown.id
  const id = randomId()
  setState([...getState(), { ...notification, id }], true)
  const { type, title, message } = notification
  announce(`${title}. ${message}`, type === 'error' || type === 'warning' ? 'assertive' : 'polite')
  return id
}

export const dismiss = (id: string): void => setState((all) => all.filter((other) => other.id !== id), true)
export const dismissAll = (): void => setState([], true)
