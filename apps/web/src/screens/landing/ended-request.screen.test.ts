import { expect, test } from 'vitest'
import { openPage } from '#test/page.ts'
import { BACK, CINEMA, MINTID, requestOf } from '#test/website.ts'

const payment = { amount: 1250, currency: 'EUR', description: 'One ticket' } as const
const PRICE: Parameters<typeof requestOf>[0] = { kind: 'payment', payment, accept: [], minimum_age: null }
const ENDS = [
  ['answered', 'age', 'ended.answered', 'ended.answeredText'],
  ['cancelled', 'age', 'ended.cancelled', 'ended.nothingSaid'],
  ['expired', 'age', 'ended.expired', 'ended.nothingSaid'],
  ['paid', 'payment', 'ended.paid', 'ended.paidText'],
  ['cancelled', 'payment', 'ended.cancelled', 'ended.nothingTaken'],
  ['expired', 'payment', 'ended.expired', 'ended.nothingTaken'],
] as const

for (const [ended, kind, title, text] of ENDS)
  test(`The first page of a request that is ${ended} (${kind}) says what became of it and leads to the website [RETURN-04 INTENT-06]`, async () => {
    const { screen, t, user, replace } = await openPage(`/?mintid=${MINTID}`, {
      answers: { intentSummary: requestOf({ ended, return: 'new_tab', ...(kind === 'payment' && PRICE) }) },
    })
    await screen.findByRole('heading', { level: 1, name: t(title) })
    screen.getByText(t(text))
    const back = screen.getByRole<HTMLAnchorElement>('link', { name: t('complete.back', { provider: CINEMA }) })
    expect(back.href).toBe(BACK)
    await user.click(back)
    // It is over: no page of ours has more to say.
    await expect.poll(() => replace.mock.calls).toEqual([[BACK]])
  })

for (const [what, path, code, says] of [
  ['an unknown code', `/?mintid=${MINTID}`, 'mintid_not_exist', 'error.mintid_not_exist'],
  ['half a code', '/?mintid=AAAA', 'invalid_request', 'landing.incomplete'],
] as const)
  test(`A link with ${what} is called so, and leads to the start without the request [INTENT-06 ROUTE-20]`, async () => {
    const { screen, t } = await openPage(path, { answers: { intentSummary: code } })
    await screen.findByRole('heading', { level: 1, name: t('landing.intentGone') })
    screen.getByText(t(says))
    expect(screen.getByRole('link', { name: t('action.home') }).getAttribute('href')).toBe('/')
  })
