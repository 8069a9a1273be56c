import { KYC_STATUSES } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { departAfterConfirming, KYC_PAGES, nextOfProcess, nextScreen, readKycStatus, returnTab } from './index.ts'

const pageOf = (status: string) => KYC_PAGES[readKycStatus(status).outcome]

describe('the page of a KYC status', () => {
  test.each([
    ['COMPLETED', '/kyc-result/approved', 'KYC-07'],
    ['COMPLETED_FRAUD', '/kyc-result/approved', 'KYC-07'],
    ['PENDING_MANUAL_REVIEW', '/kyc-result/reviewing', 'KYC-08'],
    ['USER_PROCESS_EXPIRED', '/kyc-result/denied', 'KYC-09'],
    ['MANUAL_REVIEW_REJECTED', '/kyc-result/denied', 'KYC-09'],
    ['UNDERAGED', '/verify-age/denied', 'KYC-10'],
    ['DELETED', '/kyc-result/denied', 'KYC-11'],
    ['', '/kyc-process', 'KYC-12'],
  ])('The status %j leads to %s [%s]', (status, page) => {
    expect(pageOf(status)).toBe(page)
  })

  test.each(['APPROVED', 'completed', ' COMPLETED', 'constructor', '__proto__', 'undefined'])(
    'The status %j, which is unknown, counts as a denial and is marked as unknown [KYC-11 KYC-22]',
    (status) => {
      expect(readKycStatus(status)).toEqual({ outcome: 'denied', known: false })
    },
  )

  test('No status approves but COMPLETED and COMPLETED_FRAUD [KYC-22]', () => {
    expect(KYC_STATUSES.filter((status) => readKycStatus(status).outcome === 'approved')).toEqual([
      'COMPLETED',
      'COMPLETED_FRAUD',
    ])
  })
})

describe('one poll of the process page', () => {
  test('The process page stays while a request is running [KYC-06]', () => {
    expect(nextOfProcess({ loading: true, hasProfile: false, outcome: undefined })).toBeUndefined()
  })
  test('The process page leads a visitor without a profile to /complete-process, whatever the status [KYC-06]', () => {
    expect(nextOfProcess({ loading: false, hasProfile: false, outcome: 'approved' })).toBe('/complete-process')
  })
  test('The process page waits while the status is empty [KYC-06 KYC-12]', () => {
    expect(nextOfProcess({ loading: false, hasProfile: true, outcome: 'waiting' })).toBeUndefined()
  })
  test('The process page leads to the page of the outcome once there is one [KYC-06]', () => {
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

  test('A denied age check never leads to the provider [INTENT-02]', () => {
    expect(departAfterConfirming({ ...confirmed, result: false })).toEqual({ page: '/verify-age/denied' })
  })
  test('A visitor who confirms on a phone goes to the redirect address of the answer [INTENT-03]', () => {
    expect(departAfterConfirming(confirmed)).toEqual({ address: 'https://kino.example/back' })
  })
  test('A visitor who confirms on a desktop finishes in the original tab [INTENT-03]', () => {
    expect(departAfterConfirming({ ...confirmed, mobile: false })).toEqual({ page: '/complete-process' })
  })
  test('A visitor who confirms without a redirect address finishes in the original tab [INTENT-03]', () => {
    expect(departAfterConfirming({ ...confirmed, redirectUri: null })).toEqual({ page: '/complete-process' })
  })
  test('Without the processing marker only a callback leads back to the provider [INTENT-04]', () => {
    expect(departAfterConfirming({ ...confirmed, marked: false })).toEqual({ page: '/complete-process' })
    expect(departAfterConfirming({ ...confirmed, marked: false, hasCallback: true })).toEqual({
      address: 'https://kino.example/back',
    })
  })
  test('A callback is ignored when the server’s answer has no redirect address [INTENT-11]', () => {
    expect(departAfterConfirming({ ...confirmed, redirectUri: null, marked: false, hasCallback: true })).toEqual({
      page: '/complete-process',
    })
  })
})

describe('the tab in which a visitor goes back', () => {
  test.each([
    ['A visitor goes back in a tab that showed the website before', null, { hasOpener: false, entries: 2 }, 'same_tab'],
    ['A tab that showed nothing before was opened for the visit', null, { hasOpener: false, entries: 1 }, 'new_tab'],
    ['A tab with an opener was opened for the visit', null, { hasOpener: true, entries: 3 }, 'new_tab'],
    ['A website that wishes for the same tab gets it', 'same_tab', { hasOpener: true, entries: 1 }, 'same_tab'],
    ['A website that wishes for a new tab gets it', 'new_tab', { hasOpener: false, entries: 2 }, 'new_tab'],
    ['A visitor goes back to an app in the same tab', null, { hasOpener: false, entries: 1, toApp: true }, 'same_tab'],
    ['An app that wishes for a new tab gets none', 'new_tab', { hasOpener: true, entries: 1, toApp: true }, 'same_tab'],
  ] as const)('%s [RETURN-02]', (_what, wish, start, tab) => {
    expect(returnTab(wish, { toApp: false, ...start })).toBe(tab)
  })
})

describe('the steps of signing in', () => {
  test('Registration, log-in and PIN reset all lead to the code [AUTH-01 REG-05 CODE-02]', () => {
    expect(nextScreen('REGISTER', 'codeSent')).toBe('/auth/confirm-code')
    expect(nextScreen('LOG_IN', 'codeSent')).toBe('/auth/confirm-code')
    expect(nextScreen('RESET_PIN', 'codeSent')).toBe('/auth/confirm-code')
  })
  test('A registration whose SMS fails leads to the log-in [REG-06]', () => {
    expect(nextScreen('REGISTER', 'smsFailed')).toBe('/auth/login')
  })
  test('A forgotten PIN leads to the form for a new one [AUTH-04 RESET-01]', () => {
    expect(nextScreen('RESET_PIN', 'numberGiven')).toBe('/auth/reset-pin')
  })
  test('Correcting the number leads back to the form that it was typed in [CODE-04]', () => {
    expect(nextScreen('REGISTER', 'wrongNumber')).toBe('/auth/register')
    expect(nextScreen('LOG_IN', 'wrongNumber')).toBe('/auth/login')
    expect(nextScreen('RESET_PIN', 'wrongNumber')).toBe('/auth/forgot-pin')
  })
})
