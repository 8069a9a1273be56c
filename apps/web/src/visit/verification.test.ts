import { beforeEach, describe, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
}

/** The store as a page that has just been loaded sees it. */
async function load() {
  vi.resetModules()
  vi.stubGlobal('window', { localStorage: storage })
  vi.stubGlobal('localStorage', storage)
  return await import('./verification.ts')
}

const visit = {
  transactionCode: 'tc',
  merchantUserId: 'mu',
  merchantIntentId: 'm',
  isMobileVerifyUser: true,
  isPaymentRedirectUrl: false,
}
const EMPTY = {
  transactionCode: '',
  merchantUserId: '',
  merchantIntentId: '',
  isMobileVerifyUser: false,
  isPaymentRedirectUrl: false,
}

describe('the verification state', () => {
  beforeEach(() => stored.clear())

  test('The verification state is kept under its name and comes back [STORE-01]', async () => {
    const first = await load()
    first.rememberVisit({ mintid: 'm', mobile: true })
    expect(JSON.parse(stored.get('verification') ?? '')).toMatchObject({
      state: { merchantIntentId: 'm', isMobileVerifyUser: true },
    })
    const { verification } = await load()
    expect(verification.getState()).toMatchObject({ merchantIntentId: 'm', isMobileVerifyUser: true })
  })

  test.each([
    '{"state":{"merchantIntentId":7},"version":1}',
    '{"state":null,"version":1}',
    'no json',
    '{"state":{},"version":0}',
  ])('A verification state that no longer parses is dropped: %s [STORE-04]', async (text) => {
    stored.set('verification', text)
    const { verification } = await load()
    expect(verification.getState()).toEqual(EMPTY)
  })

  test('One reset clears the transaction code and the merchant user id, the other the merchant user id only [STORE-02]', async () => {
    const { verification, resetMerchantUser, resetTransaction } = await load()
    verification.setState(visit)
    resetMerchantUser()
    expect(verification.getState()).toEqual({ ...visit, merchantUserId: '' })
    resetTransaction()
    expect(verification.getState()).toEqual({ ...visit, transactionCode: '', merchantUserId: '' })
  })
})
