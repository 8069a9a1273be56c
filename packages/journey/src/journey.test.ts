import { KYC_STATUSES } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { departAfterConfirming, KYC_PAGES, nextOfProcess, nextScreen, readKycStatus, returnTab } from './index.ts'

const pageOf = (status: string) => KYC_PAGES[readKycStatus(status).outcome]

describe('the page of a KYC status', () => {
  test.each([
    ['KYC-07', 'COMPLETED', '/kyc-result/approved'],
    ['KYC-07', 'COMPLETED_FRAUD', '/kyc-result/approved'],
    ['KYC-08', 'PENDING_MANUAL_REVIEW', '/kyc-result/reviewing'],
    ['KYC-09', 'USER_PROCESS_EXPIRED', '/kyc-result/denied'],
    ['KYC-09', 'MANUAL_REVIEW_REJECTED', '/kyc-result/denied'],
    ['KYC-10', 'UNDERAGED', '/verify-age/denied'],
    ['KYC-11', 'DELETED', '/kyc-result/denied'],
    ['KYC-12', '', '/kyc-process'],
  ])('%s %s leads to %s', (_rule, status, page) => {
    expect(pageOf(status)).toBe(page)
  })

  test.each(['APPROVED', 'completed', ' COMPLETED', 'constructor', '__proto__', 'undefined'])(
    'KYC-11 KYC-22 the unknown status %j is a denial and is reported as a bug',
    (status) => {
      expect(readKycStatus(status)).toEqual({ outcome: 'denied', known: false })
    },
  )

  test('KYC-22 only the two approvals approve', () => {
    expect(KYC_STATUSES.filter((status) => readKycStatus(status).outcome === 'approved')).toEqual([
      'COMPLETED',
      'COMPLETED_FRAUD',
    ])
  })
})

describe('one poll of the process page', () => {
  test('KYC-06 stays while it is loading', () => {
    expect(nextOfProcess({ loading: true, hasProfile: false, outcome: undefined })).toBeUndefined()
  })
  test('KYC-06 without a profile goes to complete-process, whatever the status', () => {
    expect(nextOfProcess({ loading: false, hasProfile: false, outcome: 'approved' })).toBe('/complete-process')
  })
  test('KYC-06 KYC-12 waits with the empty status', () => {
    expect(nextOfProcess({ loading: false, hasProfile: true, outcome: 'waiting' })).toBeUndefined()
  })
  test('KYC-06 otherwise goes by the status', () => {
    expect(nextOfProcess({ loading: false, hasProfile: true, outcome: 'reviewing' })).toBe('/kyc-result/reviewing')
  })
})

describe('the redirect after confirming', () => {
  const confirmed = {
    result: true,
    redirectUri: 'https://kino.example/back',
    mobile: true,
    marked: true,
    hasCallback: false,
  }

  test('INTENT-02 a denied age check never reaches the provider', () => {
    expect(departAfterConfirming({ ...confirmed, result: false })).toEqual({ page: '/verify-age/denied' })
  })
  test('INTENT-03 on a phone the visitor goes back to the address of the answer', () => {
    expect(departAfterConfirming(confirmed)).toEqual({ address: 'https://kino.example/back' })
  })
  test('INTENT-03 on a desktop the visitor finishes in the original tab', () => {
    expect(departAfterConfirming({ ...confirmed, mobile: false })).toEqual({ page: '/complete-process' })
  })
  test('INTENT-03 without an address the visitor finishes in the original tab', () => {
    expect(departAfterConfirming({ ...confirmed, redirectUri: null })).toEqual({ page: '/complete-process' })
  })
  test('INTENT-04 without the marker only a callback leads back to the provider', () => {
    expect(departAfterConfirming({ ...confirmed, marked: false })).toEqual({ page: '/complete-process' })
    expect(departAfterConfirming({ ...confirmed, marked: false, hasCallback: true })).toEqual({
      address: 'https://kino.example/back',
    })
  })
  test("INTENT-11 a callback without the server's answer is ignored", () => {
    expect(departAfterConfirming({ ...confirmed, redirectUri: null, marked: false, hasCallback: true })).toEqual({
      page: '/complete-process',
    })
  })
})

describe('the tab in which a visitor goes back', () => {
  test.each([
    ['a tab that showed the website before', null, { hasOpener: false, entries: 2 }, 'same_tab'],
    ['a tab that showed nothing before', null, { hasOpener: false, entries: 1 }, 'new_tab'],
    ['a tab with an opener', null, { hasOpener: true, entries: 3 }, 'new_tab'],
    ['a wish for the same tab', 'same_tab', { hasOpener: true, entries: 1 }, 'same_tab'],
    ['a wish for a new tab', 'new_tab', { hasOpener: false, entries: 2 }, 'new_tab'],
    ['a tab that an app opened', null, { hasOpener: false, entries: 1, toApp: true }, 'same_tab'],
    ['an app, whatever its wish', 'new_tab', { hasOpener: true, entries: 1, toApp: true }, 'same_tab'],
  ] as const)('RETURN-02 %s', (_what, wish, start, tab) => {
    expect(returnTab(wish, { toApp: false, ...start })).toBe(tab)
  })
})

describe('the steps of signing in', () => {
  test('AUTH-01 REG-05 AUTH-03 CODE-02 each of the three types leads to the code', () => {
    expect(nextScreen('REGISTER', 'codeSent')).toBe('/auth/confirm-code')
    expect(nextScreen('LOG_IN', 'codeSent')).toBe('/auth/confirm-code')
    expect(nextScreen('RESET_PIN', 'codeSent')).toBe('/auth/confirm-code')
  })
  test('REG-06 a registration whose SMS fails goes to the log-in', () => {
    expect(nextScreen('REGISTER', 'smsFailed')).toBe('/auth/login')
  })
  test('AUTH-04 RESET-01 a forgotten PIN leads to the new PIN', () => {
    expect(nextScreen('RESET_PIN', 'numberGiven')).toBe('/auth/reset-pin')
  })
  test('CODE-04 correcting the number leads back to its form', () => {
    expect(nextScreen('REGISTER', 'wrongNumber')).toBe('/auth/register')
    expect(nextScreen('LOG_IN', 'wrongNumber')).toBe('/auth/login')
    expect(nextScreen('RESET_PIN', 'wrongNumber')).toBe('/auth/forgot-pin')
  })
})
