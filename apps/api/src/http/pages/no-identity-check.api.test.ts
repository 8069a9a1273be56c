import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtFrontEnd, inlineSourcesOf } from '#test/built-front-end.ts'
import { beginCheck, registered } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { send } from '#test/wire.ts'

const the = useTestApi({
  WEB_DIR: builtFrontEnd(),
  BRAND_FILE: join(import.meta.dirname, '../../../../web/e2e/brand/brand.json'),
  IDENTITY_VENDOR: 'veriff',
  IDENTITY_ACCOUNT: 'key-of-the-integration',
  IDENTITY_SECRET: 'secret-of-the-integration',
  IDENTITY_API_URL: 'http://127.0.0.1:9',
  IDENTITY_FLOW_NO_CONSENT: 'same',
})

test('The page about an identity vendor that is not reached has the operator’s look, and no script [KYC-44 GEN-12 X-15]', async () => {
  const { bearer } = await registered(the.api)
  const { pathname, search } = new URL((await beginCheck(the.api, bearer, { lang: 'de' })).url ?? '')
  const { status, headers, text } = await send(the.api, 'GET', pathname + search, { headers: { accept: 'text/html' } })
  expect([status, headers.get('retry-after')]).toEqual([503, '30'])
  expect(text).toContain('<html lang="de">')
  expect(text).toContain('<title>Die Identitätsprüfung ist gerade nicht erreichbar – Proovio</title>')
  expect(text).toContain('<style>:root{--color-paper:#fbfaff;')
  expect(text).not.toContain('<script')
  const { styles } = inlineSourcesOf(text)
  expect(styles).toHaveLength(2)
  expect(headers.get('content-security-policy')).toContain(`style-src 'self' ${styles.join(' ')};`)
  expect(text).toContain(`href="${(pathname + search).replaceAll('&', '&amp;')}"`)
})
