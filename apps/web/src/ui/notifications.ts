import { NOTIFICATION_ID_LENGTH } from '@avouch/contract'
import { createStore } from '#api/store.ts'
import { announce } from './announce.ts'

export type NotificationType = 'info' | 'success' | 'warning' | 'error'
export type Notification = { id: string; type: NotificationType; title: string; message: string }

const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(NOTIFICATION_ID_LENGTH)), (byte) => (byte & 31).toString(32)).join(
    '',
  )

export const notifications = createStore<readonly Notification[]>([])

const isSame = (a: Omit<Notification, 'id'>, b: Omit<Notification, 'id'>) =>
  a.type === b.type && a.title === b.title && a.message === b.message

/** Adds a notification and gives its id. One that is on the screen already is not shown twice. */
export function notify(notification: Omit<Notification, 'id'>): string {
  const shown = notifications.get().find((other) => isSame(other, notification))
  if (shown !== undefined) return shown.id
  const id = randomId()
  notifications.set([...notifications.get(), { ...notification, id }])
  const { type, title, message } = notification
  announce(`${title}. ${message}`, type === 'error' || type === 'warning' ? 'assertive' : 'polite')
  return id
}

export const dismiss = (id: string): void => notifications.set(notifications.get().filter((other) => other.id !== id))

export const dismissAll = (): void => notifications.set([])
