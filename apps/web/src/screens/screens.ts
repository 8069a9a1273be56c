import { type Language, LEGAL_PAGES_BY_LANGUAGE, type LegalPageAddress, type LegalPageName } from '@avouch/contract'
import type { Route, Routes } from '#router/route.ts'
import { beginSignIn, requireCheck, requireOpenSignIn, requireOtherDevice, requireReset } from './guards.ts'
import { startOnArrival } from '#visit/visitor.ts'
import * as landing from './landing/landing.route.tsx'

const legalPage = (name: LegalPageName, language: Language): Route => ({
  load: async () => (await import('./legal-pages/legal-page.route.tsx')).legalPage(name, language),
  rendered: true,
  legalPage: name,
  language,
  back: true,
})

/** Routes of the legal pages, one for each address in each language. */
const READ = Object.fromEntries(
  LEGAL_PAGES_BY_LANGUAGE.map(({ name, language, address }) => [address, legalPage(name, language)]),
) as Record<LegalPageAddress, Route>

/** The pages of the own account share a chunk. */
const ACCOUNT: Route = { load: () => import('./account/account.route.tsx'), back: true }

/** The route of each address of the front end. An address of the contract that is missing here does not compile. */
export const SCREENS = {
  ...READ,

  '/': {
    // The first page of nearly every visitor: part of the initial chunk.
    load: async () => landing,
    rendered: true,
    phrases: 'first',
    next: ['/auth/prompt', '/verify-age/app'],
  },

  '/auth': { load: () => import('./auth/prompt/prompt.route.tsx'), phrases: 'sign-in', guard: beginSignIn },
  '/auth/prompt': {
    load: () => import('./auth/prompt/prompt.route.tsx'),
    phrases: 'sign-in',
    guard: startOnArrival,
    stepsDone: 0,
    rendered: true,
    back: true,
    next: ['/auth/register', '/auth/login'],
  },
  '/auth/register': {
    load: () => import('./auth/register/register.route.tsx'),
    phrases: 'sign-in',
    stepsDone: 0,
    rendered: true,
    back: true,
    next: ['/auth/confirm-code', '/auth/login'],
  },
  '/auth/login': {
    load: () => import('./auth/login/login.route.tsx'),
    phrases: 'sign-in',
    stepsDone: 0,
    rendered: true,
    back: true,
    next: ['/auth/confirm-code', '/auth/forgot-pin', '/auth/register'],
  },
  '/auth/forgot-pin': {
    load: () => import('./auth/forgot-pin/forgot-pin.route.tsx'),
    phrases: 'sign-in',
    stepsDone: 0,
    rendered: true,
    back: true,
    next: ['/auth/reset-pin'],
  },
  '/auth/reset-pin': {
    load: () => import('./auth/reset-pin/reset-pin.route.tsx'),
    phrases: 'sign-in',
    stepsDone: 1,
    back: true,
    guard: requireReset,
    next: ['/auth/confirm-code'],
  },
  '/auth/confirm-code': {
    load: () => import('./auth/confirm-code/confirm-code.route.tsx'),
    phrases: 'sign-in',
    stepsDone: 1,
    back: true,
    guard: requireOpenSignIn,
    next: ['/check'],
  },

  '/check': {
    load: () => import('./kyc/check.route.tsx'),
    session: true,
    stepsDone: 2,
    next: ['/kyc'],
  },
  '/check-phone': { load: () => import('./kyc/check-phone.route.tsx') },
  '/kyc': {
    load: () => import('./kyc/kyc.route.tsx'),
    session: true,
    stepsDone: 2,
  },
  '/kyc-resolve': { load: () => import('./kyc/kyc-resolve.route.tsx'), guard: requireCheck },
  '/kyc-check-result': {
    load: () => import('./kyc/kyc-check-result.route.tsx'),
    stepsDone: 2,
    session: true,
    next: ['/kyc-result/approved'],
  },
  '/kyc-process': {
    load: () => import('./kyc/kyc-process.route.tsx'),
    session: true,
    stepsDone: 2,
  },
  '/kyc-result/approved': {
    load: () => import('./kyc/approved.route.tsx'),
    stepsDone: 4,
    session: true,
    next: ['/complete-process'],
  },
  '/kyc-result/reviewing': {
    load: () => import('./kyc/reviewing.route.tsx'),
    stepsDone: 2,
    session: true,
  },
  '/kyc-result/in-progress': {
    load: () => import('./kyc/in-progress.route.tsx'),
    stepsDone: 2,
    session: true,
    guard: requireOtherDevice,
  },
  '/kyc-result/denied': {
    load: () => import('./kyc/denied.route.tsx'),
    stepsDone: 2,
    session: true,
    next: ['/kyc'],
  },
  '/complete-process': { load: () => import('./kyc/complete-process.route.tsx'), stepsDone: 4 },

  '/verify-age/app': {
    load: () => import('./verify-age/app.route.tsx'),
    back: true,
    next: ['/auth/prompt'],
  },
  '/verify-age/age-app': {
    load: () => import('./verify-age/age-app.route.tsx'),
    back: true,
  },
  '/verify-age/denied': {
    load: () => import('./verify-age/denied.route.tsx'),
    rendered: true,
    next: ['/auth/login'],
  },
  '/request-problem': {
    load: () => import('./request-problem/request-problem.route.tsx'),
    rendered: true,
  },
  '/account': ACCOUNT,
  '/account/data': ACCOUNT,
  '/account/security': ACCOUNT,
  '/goodbye': ACCOUNT,
  '/a/': { load: () => import('./verify-age/a.route.tsx') },
} as const satisfies Routes
