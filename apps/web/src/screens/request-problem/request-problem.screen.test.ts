import { expect, test } from 'vitest'
import { openPage } from '#test/page.ts'
import { MINTID } from '#test/website.ts'

test('A request that can’t be continued leads to support and to the start [ROUTE-17]', async () => {
  const { screen, t } = await openPage('/request-problem?problem=client')
  const support = screen.getByRole('link', { name: t('requestProblem.support') })
  expect(support.getAttribute('href')).toBe('/en/support')
  expect(screen.getByRole('link', { name: t('action.home') }).getAttribute('href')).toBe('/')
})

test('A tablet that says it is a desktop is offered the app; an address without a code offers nothing', async () => {
  const withCode = await openPage(`/request-problem?problem=phone&code=${MINTID}`)
  const here = { name: withCode.t('requestProblem.here') }
  const link = await withCode.screen.findByRole('link', here)
  expect(link.getAttribute('href')).toBe(`/w/${MINTID}?here`)
  const without = await openPage('/request-problem?problem=phone')
  expect(without.screen.queryByRole('link', here)).toBe(null)
})
