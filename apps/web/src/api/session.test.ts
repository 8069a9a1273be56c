import { beforeEach, describe, expect, test, vi } from 'vitest'
import { processingIntent, session } from './session.ts'

class MemoryStorage {
  readonly items = new Map<string, string>()
  getItem = (key: string) => this.items.get(key) ?? null
  setItem = (key: string, value: string) => void this.items.set(key, value)
  removeItem = (key: string) => void this.items.delete(key)
}

let inTab: MemoryStorage
let inBrowser: MemoryStorage

beforeEach(() => {
  inTab = new MemoryStorage()
  inBrowser = new MemoryStorage()
  vi.stubGlobal('window', { sessionStorage: inTab, localStorage: inBrowser })
})

const pair = { access_token: 'a', token_type: 'Bearer', expires_in: 600, refresh_token: 'r', user_id: 'u' } as const

describe('the session', () => {
  test('Tokens and user id are in session storage, under the names that are agreed [SESSION-01 SESSION-02]', () => {
    session.store(pair)
    expect(Object.fromEntries(inTab.items)).toEqual({ access_token: 'a', refresh_access_token: 'r', userId: 'u' })
    expect([...inBrowser.items.values()].join()).not.toMatch(/^[aru]$/)
  })

  test.each(['', 'a\nb', 'a b', '\u0000', 'é', '😀'])('A text that is no token is dropped: %j [STORE-04]', (text) => {
    session.store(pair)
    for (const key of inTab.items.keys()) inTab.setItem(key, text)
    expect([session.accessToken(), session.refreshToken(), session.userId()]).toEqual([undefined, undefined, undefined])
  })

  test('Clearing the session leaves nothing [AGE-01 ERR-02]', () => {
    session.store(pair)
    session.clear()
    expect(inTab.items.size).toBe(0)
    expect(session.wasSignedIn()).toBe(false)
  })

  test('The marker of processing is for one intent [STORE-03]', () => {
    processingIntent.set('m1')
    expect(processingIntent.is('m1')).toBe(true)
    expect(processingIntent.is('m2')).toBe(false)
    processingIntent.clear()
    expect(processingIntent.is('m1')).toBe(false)
  })
})
