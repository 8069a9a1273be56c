import { type Language, PAPER_NAMES, PAPERS, type PaperAddress, type PaperName } from '@avouch/contract'
import type { Route, Routes } from '#lib/navigation.ts'
import {
  beginSignIn,
  requireCheck,
  requireOpenSignIn,
  requireOtherDevice,
  requireReset,
  requireSession,
} from './routes/guards.ts'
import { Landing } from './routes/landing.tsx'

const paper = (name: PaperName, language: Language): Route => ({
  load: async () => (await import('./routes/paper.tsx')).paperScreen(name, language),
  language,
  back: true,
})

/** Pages to read: one for each address in each language. */
const READ = Object.fromEntries(
  PAPER_NAMES.flatMap((name) => [
    [PAPERS[name].en, paper(name, 'en')],
    [PAPERS[name].de, paper(name, 'de')],
  ]),
) as Record<PaperAddress, Route>

/** What is at each address of the front end. An address of the contract that is missing here does not compile. */
export const SCREENS = {
  ...READ,

  '/': {
    // Where nearly everybody begins: fetched with what every page needs.
    load: async () => Landing,
    firstPhrases: true,
    next: ['/auth/prompt', '/verify-age/app'],
  },

  '/auth': { load: async () => (await import('./routes/auth/prompt.tsx')).Prompt, guard: beginSignIn },
  '/auth/prompt': {
    load: async () => (await import('./routes/auth/prompt.tsx')).Prompt,
    back: true,
    next: ['/auth/register', '/auth/login'],
  },
  '/auth/register': {
    load: async () => (await import('./routes/auth/register.tsx')).Register,
    back: true,
    next: ['/auth/confirm-code', '/auth/login'],
  },
  '/auth/login': {
    load: async () => (await import('./routes/auth/login.tsx')).Login,
    back: true,
    next: ['/auth/confirm-code', '/auth/forgot-pin', '/auth/register'],
  },
  '/auth/forgot-pin': {
    load: async () => (await import('./routes/auth/forgot-pin.tsx')).ForgotPin,
    back: true,
    next: ['/auth/reset-pin'],
  },
  '/auth/reset-pin': {
    load: async () => (await import('./routes/auth/reset-pin.tsx')).ResetPin,
    back: true,
    guard: requireReset,
    next: ['/auth/confirm-code'],
  },
  '/auth/confirm-code': {
    load: async () => (await import('./routes/auth/confirm-code.tsx')).ConfirmCode,
    back: true,
    guard: requireOpenSignIn,
    next: ['/kyc'],
  },

  '/kyc': { load: async () => (await import('./routes/kyc.tsx')).Kyc, session: true, guard: requireSession },
  '/kyc-resolve': { load: async () => (await import('./routes/kyc-resolve.tsx')).Resolve, guard: requireCheck },
  '/kyc-check-result': {
    load: async () => (await import('./routes/kyc-check-result.tsx')).CheckResult,
    session: true,
    guard: requireSession,
    next: ['/kyc-result/approved'],
  },
  '/kyc-process': { load: async () => (await import('./routes/kyc-process.tsx')).Process, session: true },
  '/kyc-result/approved': {
    load: async () => (await import('./routes/kyc-result/approved.tsx')).Approved,
    session: true,
    guard: requireSession,
    next: ['/complete-process'],
  },
  '/kyc-result/reviewing': {
    load: async () => (await import('./routes/kyc-result/reviewing.tsx')).Reviewing,
    session: true,
    guard: requireSession,
  },
  '/kyc-result/in-progress': {
    load: async () => (await import('./routes/kyc-result/in-progress.tsx')).InProgress,
    session: true,
    guard: requireOtherDevice,
  },
  '/kyc-result/denied': {
    load: async () => (await import('./routes/kyc-result/denied.tsx')).Denied,
    session: true,
    guard: requireSession,
    next: ['/kyc'],
  },
  '/complete-process': { load: async () => (await import('./routes/complete-process.tsx')).Complete },

  '/verify-age/app': {
    load: async () => (await import('./routes/verify-age/app.tsx')).WithApp,
    next: ['/auth/prompt'],
  },
  '/verify-age/denied': {
    load: async () => (await import('./routes/verify-age/denied.tsx')).Underage,
    next: ['/auth/login'],
  },
  '/a/': { load: async () => (await import('./routes/a.tsx')).Scanned },
} as const satisfies Routes
