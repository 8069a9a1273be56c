import { LEGAL_PAGE_NAMES, LEGAL_PAGES } from '@avouch/contract'
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { textsOf } from '#e2e/support/texts.ts'
import { openPage } from '#test/page.ts'

const LANGUAGES = ['en', 'de'] as const
const OTHER = { en: 'de', de: 'en' } as const
const SWITCH = { en: 'EN – English', de: 'DE – Deutsch' } as const

test.each(LEGAL_PAGE_NAMES)(
  'The page %s lists its sections, and leaves no mark or slot unfilled, in each language [GEN-13 LANG-07]',
  async (name) => {
    for (const language of LANGUAGES) {
      // The address counts, whatever the browser is set to.
      await openPage(LEGAL_PAGES[name][language], { language: OTHER[language] })
      const textsAt = (where: string) => [...document.querySelectorAll(where)].map(({ textContent }) => textContent)
      expect(document.title).toBe(`${textsAt('h1')[0]?.replaceAll('\u00AD', '')} – Avouch`)
      expect(document.documentElement.lang).toBe(language)
      expect(textsAt('nav[aria-labelledby=contents] h2')).toEqual([textsOf(language)('legalPage.contents')])
      expect(textsAt('nav[aria-labelledby=contents] a')).toEqual(textsAt('section h2'))
      const sections = [...document.querySelectorAll('section h2')].map(({ id }) => `#${id}`)
      const links = [...document.querySelectorAll('nav[aria-labelledby=contents] a')]
      expect(links.map((link) => link.getAttribute('href'))).toEqual(sections)
      expect(sections.length).toBeGreaterThan(2)
      expect(textsAt('main')[0]).not.toMatch(/\{\{|<\/?\w+>|undefined/)
    }
  },
)

test.each(LANGUAGES)(
  'The switch leads from a page in %s to the same one in the other language, and Back leads back [LANG-07 GEN-04]',
  async (language) => {
    const there = textsOf(OTHER[language])
    const { screen, user } = await openPage(`${LEGAL_PAGES.terms[language]}#liability`)
    const heading = () => screen.getByRole('heading', { level: 1 }).textContent
    const title = heading()
    await user.click(screen.getByRole('button', { name: SWITCH[OTHER[language]] }))
    await screen.findByRole('navigation', { name: there('legalPage.contents') })
    expect(window.location.pathname + window.location.hash).toBe(`${LEGAL_PAGES.terms[OTHER[language]]}#liability`)
    expect(heading()).not.toBe(title)
    // The others open in the place of this one.
    await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: there('layout.imprint') }))
    await expect.poll(() => window.location.pathname).toBe(LEGAL_PAGES.imprint[OTHER[language]])
    await user.click(await screen.findByRole('button', { name: there('action.back') }))
    await expect.poll(() => window.location.pathname).toBe(LEGAL_PAGES.terms[OTHER[language]])
  },
)

test('An address in the language’s folder that is none of them is not found [LANG-07 ROUTE-17]', async () => {
  const { screen, t } = await openPage('/en/impressum')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('notFound.title'))
})

const DEMO = /demonstration|vorführung|sandbox|not real|nicht echt|no real|kein echtes/i
const VENDOR = { identityCheck: { url: 'https://check.example/', kind: 'camera', name: 'Ida Check' } } as const
const EID = /AusweisApp/
const CAMERA = /camera|your face|good light|bad light|kamera|dein gesicht|(?:gutes|schlechtem) licht/i

test.each(LANGUAGES)(
  'The pages speak of a camera or of the German eID by what the check asks for, in %s [TEXT-09 KYC-39]',
  async (language) => {
    const said = { camera: '', eid: '', both: '' }
    for (const kind of ['camera', 'eid', 'both'] as const)
      for (const name of LEGAL_PAGE_NAMES) {
        await openPage(LEGAL_PAGES[name][language], { settings: { identityCheck: { ...VENDOR.identityCheck, kind } } })
        said[kind] += document.querySelector('main')?.textContent ?? ''
      }
    expect([EID.test(said.camera), CAMERA.test(said.camera)]).toEqual([false, true])
    expect([EID.test(said.eid), said.eid.match(CAMERA)?.[0]]).toEqual([true, undefined])
    expect([EID.test(said.both), CAMERA.test(said.both)]).toEqual([true, true])
  },
)

test.each(LANGUAGES)(
  'Only the sandbox says that it is a demonstration, and pages name who checks documents, in %s [TEXT-09]',
  async (language) => {
    for (const name of LEGAL_PAGE_NAMES) {
      const at = LEGAL_PAGES[name][language]
      const main = () => document.querySelector('main')?.textContent ?? ''
      await openPage(at, { settings: VENDOR })
      expect(main().match(DEMO)?.[0]).toBeUndefined()
      const isNamed = ['privacy', 'terms', 'faq'].includes(name)
      expect(main().includes(`${language === 'en' ? 'identity-check service' : 'Prüfdienst'} Ida Check`)).toBe(isNamed)
      const isSaid = ['privacy', 'terms', 'imprint', 'support'].includes(name)
      await openPage(at, { settings: { sandboxPhoneUrl: 'http://localhost:3005/' } })
      expect(DEMO.test(main())).toBe(isSaid)
      expect(main()).not.toMatch(/(?:service|Prüfdienst) {2}|undefined/)
    }
  },
)
