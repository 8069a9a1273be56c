import { expect, test } from 'vitest'
import { addTracker, type Hit } from '../src/tracker/tracker.tsx'
import { OWN, startPhoneServer } from './servers.ts'

test('The tracker shows whatever arrives, with what the browser added', async () => {
  const hits = new Map<string, Hit>()
  const app = await startPhoneServer()
  addTracker(app, { hits, clock: () => new Date() })
  const told = new URLSearchParams({ action_name: 'Confirm <b>', url: 'http://localhost:3000/', e_a: 'Register' })
  const answer = await app.inject({
    method: 'POST',
    url: '/tracker/matomo.php',
    headers: { ...OWN, 'x-forwarded-for': '2001:db8::7', cookie: '_pk_id=1', referer: 'https://from.example/' },
    payload: told.toString(),
  })
  expect(answer.statusCode).toBe(204)
  await app.inject({ url: '/tracker/matomo.php?action_name=By+image' })

  const page = await app.inject({ url: '/tracker?lang=en' })
  for (const shown of ['Event: Register', 'Confirm &lt;b&gt;', '2001:db8::7', '_pk_id=1', 'https://from.example/'])
    expect(page.body).toContain(shown)
  expect(page.body.indexOf('Page: By image')).toBeLessThan(page.body.indexOf('Event: Register'))
  expect(hits.size).toBe(2)
  expect(page.body).toContain('href="/story"')
})
