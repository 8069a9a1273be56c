import { expect, test, vi } from 'vitest'

const EMPTY = {
  transactionCode: '',
  merchantUserId: '',
  merchantIntentId: '',
  isMobileVerifyUser: false,
  isPaymentRedirectUrl: false,
}

/** The store as a page that has just been loaded sees it. */
async function load(stored: string | null = null) {
  vi.resetModules()
  const localStorage = { getItem: () => stored, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('window', { localStorage })
  vi.stubGlobal('localStorage', localStorage)
  return await import('./verification.ts')
}

test.each([
  '{"state":{"merchantIntentId":7},"version":1}',
  '{"state":null,"version":1}',
  'no json',
  '{"state":{},"version":0}',
])('A verification state that no longer parses is dropped: %s', async (text) => {
  const { verification } = await load(text)
  expect(verification.getState()).toEqual(EMPTY)
})

test('One reset clears the transaction code and the merchant user id, the other the merchant user id only', async () => {
  const { verification, resetMerchantUser, resetTransaction } = await load()
  const visit = { ...EMPTY, transactionCode: 'tc', merchantUserId: 'mu', merchantIntentId: 'm' }
  verification.setState(visit)
  resetMerchantUser()
  expect(verification.getState()).toEqual({ ...visit, merchantUserId: '' })
  resetTransaction()
  expect(verification.getState()).toEqual({ ...visit, transactionCode: '', merchantUserId: '' })
})
