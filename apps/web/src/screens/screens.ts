import { type Language, LEGAL_PAGES_BY_LANGUAGE, type LegalPageAddress, type LegalPageName } from '@avouch/contract'
import type { Route, Routes } from '#router/route.ts'
import { beginSignIn, requireCheck, requireOpenSignIn, requireOtherDevice, requireReset } from './guards.ts'
import { Landing } from './landing/landing.route.tsx'

const legalPage = (name: LegalPageName, language: Language): Route => ({
  load: async () => (await import('./legal-pages/legal-page.route.tsx')).legalPageScreen(name, language),
  rendered: true,
  legalPage: name,
  language,
  back: true,
})

/** Pages to read: one for each address in each language. */
const READ = Object.fromEntries(
  LEGAL_PAGES_BY_LANGUAGE.map(({ name, language, address }) => [address, legalPage(name, language)]),
) as Record<LegalPageAddress, Route>

/** What is at each address of the front end. An address of the contract that is missing here does not compile. */
export const SCREENS = {
  ...READ,

  '/': {
    // Where nearly everybody begins: fetched with what every page needs.
    load: async () => Landing,
    rendered: true,
    firstPhrases: true,
    next: ['/auth/prompt', '/verify-age/app'],
  },

  '/auth': { load: async () => (await import('./auth/prompt/prompt.route.tsx')).Prompt, guard: beginSignIn },
  '/auth/prompt': {
    load: async () => (await import('./auth/prompt/prompt.route.tsx')).Prompt,
    stepsDone: 0,
    rendered: true,
    back: true,
    next: ['/auth/register', '/auth/login'],
  },
  '/auth/register': {
    load: async () => (await import('./auth/register/register.route.tsx')).Register,
    stepsDone: 0,
    rendered: true,
    back: true,
    next: ['/auth/confirm-code', '/auth/login'],
  },
  '/auth/login': {
    load: async () => (await import('./auth/login/login.route.tsx')).Login,
    stepsDone: 0,
    rendered: true,
    back: true,
    next: ['/auth/confirm-code', '/auth/forgot-pin', '/auth/register'],
  },
  '/auth/forgot-pin': {
    load: async () => (await import('./auth/forgot-pin/forgot-pin.route.tsx')).ForgotPin,
    stepsDone: 0,
    rendered: true,
    back: true,
    next: ['/auth/reset-pin'],
  },
  '/auth/reset-pin': {
    load: async () => (await import('./auth/reset-pin/reset-pin.route.tsx')).ResetPin,
    stepsDone: 0,
    back: true,
    guard: requireReset,
    next: ['/auth/confirm-code'],
  },
  '/auth/confirm-code': {
    load: async () => (await import('./auth/confirm-code/confirm-code.route.tsx')).ConfirmCode,
    stepsDone: 1,
    back: true,
    guard: requireOpenSignIn,
    next: ['/kyc'],
  },

  '/kyc': {
    load: async () => (await import('./kyc/kyc.route.tsx')).Kyc,
    session: true,
    stepsDone: 2,
  },
  '/kyc-resolve': { load: async () => (await import('./kyc/kyc-resolve.route.tsx')).Resolve, guard: requireCheck },
  '/kyc-check-result': {
    load: async () => (await import('./kyc/kyc-check-result.route.tsx')).CheckResult,
    stepsDone: 2,
    session: true,
    next: ['/kyc-result/approved'],
  },
  '/kyc-process': {
    load: async () => (await import('./kyc/kyc-process.route.tsx')).Process,
    session: true,
    stepsDone: 2,
  },
  '/kyc-result/approved': {
    load: async () => (await import('./kyc/approved.route.tsx')).Approved,
    stepsDone: 4,
    session: true,
    next: ['/complete-process'],
  },
  '/kyc-result/reviewing': {
    load: async () => (await import('./kyc/reviewing.route.tsx')).Reviewing,
    stepsDone: 2,
    session: true,
  },
  '/kyc-result/in-progress': {
    load: async () => (await import('./kyc/in-progress.route.tsx')).InProgress,
    stepsDone: 2,
    session: true,
    guard: requireOtherDevice,
  },
  '/kyc-result/denied': {
    load: async () => (await import('./kyc/denied.route.tsx')).Denied,
    stepsDone: 2,
    session: true,
    next: ['/kyc'],
  },
  '/complete-process': { load: async () => (await import('./kyc/complete-process.route.tsx')).Complete, stepsDone: 4 },

  '/verify-age/app': {
    load: async () => (await import('./verify-age/app.route.tsx')).WithApp,
    next: ['/auth/prompt'],
  },
  '/verify-age/age-app': {
    load: async () => (await import('./verify-age/age-app.route.tsx')).AgeApp,
  },
  '/verify-age/denied': {
    load: async () => (await import('./verify-age/denied.route.tsx')).Underage,
    rendered: true,
    next: ['/auth/login'],
  },
  '/request-problem': {
    load: async () => (await import('./request-problem/request-problem.route.tsx')).RequestProblem,
    rendered: true,
  },
  '/a/': { load: async () => (await import('./verify-age/a.route.tsx')).Scanned },
} as const satisfies Routes
