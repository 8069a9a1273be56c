import { KYC_STATUSES } from '@avouch/contract'
import { expect, test } from 'vitest'
import { departAfterConfirming, readKycStatus, returnTab, screenSignedIn } from './index.ts'

test.each(['APPROVED', 'completed', ' COMPLETED', 'constructor', '__proto__', 'undefined'])(
  'The status %j, which is unknown, counts as a denial and is marked as unknown [KYC-07 KYC-22]',
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

const confirmed = {
  result: true,
  redirectUri: 'https://kino.example/back',
  mobile: true,
  marked: true,
  hasCallback: false,
}

const here = { page: '/complete-process' }
const back = { address: confirmed.redirectUri }
test.each([
  ['A denied age check never leads to the provider', { result: false }, { page: '/verify-age/denied' }],
  ['A phone goes to the redirect address of the answer', {}, back],
  ['A desktop finishes in the original tab', { mobile: false }, here],
  ['Without a redirect address the visit finishes in the original tab', { redirectUri: null }, here],
  ['Without the processing marker it finishes there too', { marked: false }, here],
  ['A callback leads back without the marker', { marked: false, hasCallback: true }, back],
  ['A callback without a redirect address is ignored', { redirectUri: null, marked: false, hasCallback: true }, here],
])('%s, after the confirmation', (_what, changes, next) => {
  expect(departAfterConfirming({ ...confirmed, ...changes })).toEqual(next)
})

test.each([
  ['A visitor goes back in a tab that showed the website before', null, { hasOpener: false, entries: 2 }, 'same_tab'],
  ['A tab that showed nothing before was opened for the visit', null, { hasOpener: false, entries: 1 }, 'new_tab'],
  ['A tab with an opener was opened for the visit', null, { hasOpener: true, entries: 3 }, 'new_tab'],
  ['A website that wishes for the same tab gets it', 'same_tab', { hasOpener: true, entries: 1 }, 'same_tab'],
  ['A website that wishes for a new tab gets it', 'new_tab', { hasOpener: false, entries: 2 }, 'new_tab'],
  ['A visitor goes back to an app in the same tab', null, { hasOpener: false, entries: 1, toApp: true }, 'same_tab'],
  ['An app that wishes for a new tab gets none', 'new_tab', { hasOpener: true, entries: 1, toApp: true }, 'same_tab'],
] as const)('%s [RETURN-01]', (_what, wish, start, tab) => {
  expect(returnTab(wish, { toApp: false, ...start })).toBe(tab)
})

test.each([
  'https://evil.example/account',
  '//evil.example',
  '/\\evil.example',
  '/%5Cevil.example',
  '/account/../\\evil.example',
  '/account?next=//evil.example',
  '/account#//evil.example',
  '/ACCOUNT',
  'javascript:alert(1)',
  '',
  undefined,
])('A sign-in for a page that is not one of the account leads to the check, at %j [ACCOUNT-20]', (stored) => {
  expect(screenSignedIn(stored)).toBe('/check')
})
