import { beforeEach, describe, expect, test } from 'vitest'
import { dismiss, dismissAll, notify, useNotifications } from './notifications.ts'

const shown = useNotifications.getState
const sent = { type: 'success', title: 'Sent', message: 'Look at your messages.' } as const

describe('notifications', () => {
  beforeEach(dismissAll)

  test('Notifications get a random id of 21 characters [TOAST-04]', () => {
    const ids = Array.from({ length: 50 }, (_, i) => notify({ ...sent, message: String(i) }))
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{21}$/)
    expect(new Set(ids).size).toBe(50)
  })

  test.each(['info', 'success', 'warning', 'error'] as const)('A notification may be of type %s [TOAST-02]', (type) => {
    notify({ ...sent, type })
    expect(shown().map((one) => one.type)).toEqual([type])
  })

  test('Notifications are dismissed by id, or all at once [TOAST-04]', () => {
    const first = notify(sent)
    notify({ ...sent, title: 'Other' })
    dismiss(first)
    expect(shown().map(({ title }) => title)).toEqual(['Other'])
    dismissAll()
    expect(shown()).toEqual([])
  })

  test('A notification that is on the screen is not shown twice', () => {
    expect(notify(sent)).toBe(notify(sent))
    expect(shown()).toHaveLength(1)
  })
})
