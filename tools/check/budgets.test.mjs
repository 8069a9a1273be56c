import { describe, expect, test } from 'vitest'
import { BUDGETS, problemsOfBuild } from './budgets.mjs'

const PHRASES = '../../packages/phrases/src'

/** A build whose login has a part that it shares with the register page. @param {Record<string, number>} [sizes] */
function buildOf(sizes = {}) {
  const of = (/** @type {Record<string, string>} */ names) =>
    Object.fromEntries(
      Object.entries(names).map(([name, file]) => [name, { file: `assets/${file}.js`, imports: ['_app'] }]),
    )
  return {
    html: '<script src="/assets/app.js"></script><link href="/assets/app.css">',
    manifest: {
      _app: { file: 'assets/app.js' },
      _form: { file: 'assets/form.js', css: ['assets/form.css'], imports: ['_app'] },
      ...of({ [`${PHRASES}/en/first.ts`]: 'en-first', [`${PHRASES}/de/first.ts`]: 'de-first' }),
      [`${PHRASES}/en/sign-in.ts`]: { file: 'assets/en.js' },
      [`${PHRASES}/de/sign-in.ts`]: { file: 'assets/de.js' },
      'src/screens/auth/prompt/prompt.route.tsx': { file: 'assets/prompt.js', imports: ['_form'] },
      'src/screens/auth/login/login.route.tsx': { file: 'assets/login.js', imports: ['_app', '_form'] },
      'src/screens/auth/register/register.route.tsx': { file: 'assets/register.js', imports: ['_form'] },
    },
    sizeOf: (/** @type {string} */ file) => sizes[file.slice('assets/'.length)] ?? 1_024,
  }
}

describe('what pages weigh', () => {
  test('is what every page needs, its own parts, and one language', () => {
    expect(problemsOfBuild(buildOf())).toEqual({
      problems: [],
      note: '/ 3.0 kB, /auth/prompt 7.0 kB, /auth/login 7.0 kB, /auth/register 7.0 kB',
    })
  })

  test.each([
    ['app.js', ['/: ', '/auth/prompt: ', '/auth/login: ', '/auth/register: ']],
    ['app.css', ['/: ', '/auth/prompt: ', '/auth/login: ', '/auth/register: ']],
    ['de-first.js', ['/: ', '/auth/prompt: ', '/auth/login: ', '/auth/register: ']],
    ['de.js', ['/auth/prompt: ', '/auth/login: ', '/auth/register: ']],
    ['form.css', ['/auth/prompt: ', '/auth/login: ', '/auth/register: ']],
    ['login.js', ['/auth/login: ']],
  ])('is too much where %s grows', (file, pages) => {
    const { problems } = problemsOfBuild(buildOf({ [file]: 140_000 }))
    expect(problems).toEqual(pages.map((page) => expect.stringContaining(page)))
  })

  test('is too much in too many parts', () => {
    const more = {
      ...buildOf(),
      html: '<script src="/assets/app.js"></script><link href="/assets/app.css"><link href="/assets/more.css">',
    }
    expect(problemsOfBuild(more).problems).toEqual([expect.stringContaining('/: 5 requests')])
  })

  test('is not guessed where a part is gone', () => {
    const { manifest, ...build } = buildOf()
    const { 'src/screens/auth/login/login.route.tsx': _, ...others } = manifest
    expect(() => problemsOfBuild({ ...build, manifest: others })).toThrow('login.route.tsx')
  })

  test('has a limit for the first page and for the log-in', () => {
    expect(BUDGETS.map(({ page }) => page)).toEqual(expect.arrayContaining(['/', '/auth/login']))
  })
})
