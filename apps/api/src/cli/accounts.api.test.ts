import { expect, onTestFinished, test } from 'vitest'
import { HOUR_MS } from '@avouch/contract'
import { chained } from '#test/audit-trail.ts'
import {
  answeredTest,
  beginSignIn,
  checked,
  confirmCode,
  digits,
  newNumber,
  OTHER_PIN,
  passwordGrant,
  registered,
  report,
} from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()
const recordedAbout = async (type: string) => {
  await chained(the.api)
  return the.api.rows('select actor, reason from audit_event where type = $1', [`operator.${type}`])
}
const asJson = async (...words: string[]) => JSON.parse((await the.api.operate(...words, '--json')).join()) as unknown
const preLogin = (number: string, pin: string) =>
  the.api.client('prelogin', { body: { phone: digits(number), pin, recaptchaResponse: '' } })
const rowsOf = (id: string) => the.api.rows('select 1 from account where id = $1', [id])

test('The command account find shows id, state and proof of a number or id, and never the number [ADMIN-19]', async () => {
  const recorded = (await recordedAbout('account_found')).length
  const { number, tokens } = await checked(the.api, 'COMPLETED')
  const lines = (await the.api.operate('account', 'find', number)).join('\n')
  expect(lines).toMatch(new RegExp(`^id +${tokens.user_id}\nstate +active\nsince +\\d{4}-`))
  expect(lines).toMatch(/^adult +proven on \d{4}-\d\d-\d\d$/m)
  const found = { id: tokens.user_id, state: 'active', adult: true, lockedAt: null, eraseAfter: null, sessions: 1 }
  expect(await asJson('account', 'find', tokens.user_id)).toMatchObject(found)
  const unknown = newNumber()
  for (const typed of [unknown, `${number}0000000`, 'usr_none']) {
    const { lines: refused, exitCode } = await the.api.command('account', 'find', typed)
    expect([exitCode, refused.length]).toEqual([1, 1])
    expect(refused.join()).not.toContain(typed)
  }
  expect(lines).not.toContain(digits(number).slice(-7))
  expect((await recordedAbout('account_found')).length).toBe(recorded + 2)
})

test('The command account find shows until when a held account is held [ADMIN-19 AGE-06]', async () => {
  const { code, tokens } = await checked(the.api, 'COMPLETED')
  await report(the.api, code, 'UNDERAGED')
  expect((await the.api.operate('account', 'find', tokens.user_id)).join('\n')).toMatch(
    /state +ended, erased after \d{4}/,
  )
  await expect(the.api.operate('account', 'lock', tokens.user_id)).rejects.toThrow('The account has ended')
})

test('A locked account lets no one in and its sessions end, until it is unlocked; its proof stays [OPS-51]', async () => {
  const { number, pin, tokens } = await checked(the.api, 'COMPLETED')
  const waiting = await beginSignIn(the.api, number, pin)
  await the.api.operate('account', 'lock', number)
  await expect(the.api.operate('account', 'lock', number)).rejects.toThrow('is locked already')
  expect((await the.api.operate('account', 'find', number)).join('\n')).toMatch(/state +locked since \d{4}/)

  const bearer = tokens.access_token
  await expect(the.api.client('kycStatus', {}, { bearer })).rejects.toMatchObject({ code: 'invalid_token' })
  await expect(confirmCode(the.api, waiting)).rejects.toMatchObject({ status: 401 })
  await expect(preLogin(number, pin)).rejects.toMatchObject({ status: 403, code: 'account_locked' })
  await expect(preLogin(number, OTHER_PIN)).rejects.toMatchObject({ code: 'wrong_login_info' })
  await expect(passwordGrant(the.api, number, pin)).rejects.toMatchObject({ code: 'invalid_grant' })

  await the.api.operate('account', 'unlock', tokens.user_id)
  await expect(the.api.operate('account', 'unlock', tokens.user_id)).rejects.toThrow('is not locked')
  const again = await confirmCode(the.api, await beginSignIn(the.api, number, pin))
  expect((await the.api.client('kycStatus', {}, { bearer: again.access_token })).data.result.status).toBe('COMPLETED')
  expect([(await recordedAbout('account_locked')).length, (await recordedAbout('account_unlocked')).length]).toEqual([
    1, 1,
  ])
})

test('The command account erase asks first, and erases any account by the job that erases those that holders delete [CONSOLE-07]', async () => {
  const { number, tokens } = await registered(the.api)
  const { lines, exitCode } = await the.api.command('account', 'erase', number)
  expect([exitCode, lines]).toEqual([1, [expect.stringMatching(/for good.*--yes/)]])
  expect(await asJson('account', 'find', tokens.user_id)).toMatchObject({ state: 'active' })
  await the.api.operate('account', 'erase', number, '--yes')
  await expect.poll(() => rowsOf(tokens.user_id), { interval: 50 }).toEqual([])
  await expect(the.api.operate('account', 'erase', number, '--yes')).rejects.toThrow('There is no such account.')
  expect(await recordedAbout('account_erased')).toMatchObject([{ reason: 'operator' }])
})

test('Jobs are listed with their last run, and run when the operator asks [OPS-53]', async () => {
  await the.api.operate('jobs', 'run', 'retention.sweep')
  const sweep = async () =>
    ((await asJson('jobs', 'list')) as { name: string; done: number; lastMs: number | null }[]).find(
      ({ name }) => name === 'retention.sweep',
    )
  await expect
    .poll(sweep, { interval: 100 })
    .toMatchObject({ cron: '*/5 * * * *', failed: 0, lastMs: expect.any(Number) as number })
  expect((await the.api.operate('jobs', 'list'))[0]).toMatch(/^job +last done +took/)
  await expect(the.api.operate('jobs', 'run', 'sms.deliver')).rejects.toThrow('Usage: jobs run <job>')
  expect(await recordedAbout('job_run')).toEqual([{ actor: 'operator', reason: 'retention.sweep' }])
})

test('One event is shown with its state and attempts, without what it says [ADMIN-16 PROV-14]', async () => {
  const { id } = await answeredTest(the.api)
  await the.api.world.until(() => the.api.world.eventsOf(id).length > 0)
  const eventId = the.api.world.eventsOf(id)[0]?.id ?? ''
  await expect
    .poll(() => the.api.operate('webhook', 'show', eventId).then((lines) => lines.join('\n')), { interval: 50 })
    .toMatch(/^state +delivered$/m)
  expect(await asJson('webhook', 'show', eventId)).toMatchObject({ id: eventId, attempts: 1, tried: [{ status: 204 }] })
  expect((await the.api.operate('webhook', 'show', eventId, '--json')).join()).not.toContain('verdict')
  await expect(the.api.operate('webhook', 'show', 'evt_1')).rejects.toThrow('There is no event evt_1.')
})

type Event = { at: string; type: string; actor: string | null; seq: number; hash: string }

test('The audit trail is searched by time, kind and provider [AUDIT-11]', async () => {
  await the.api.operate('provider', 'create', 'library', 'Library')
  await registered(the.api)
  const search = async (...words: string[]) => (await asJson('audit', 'search', ...words)) as Event[]
  expect((await search('--provider', 'library')).map(({ type }) => type)).toEqual(['operator.provider_created'])
  const pins = await search('--kind', 'auth.token', '--limit', '3')
  expect(pins.length).toBeGreaterThan(0)
  expect(pins.filter(({ type }) => !type.startsWith('auth.token.'))).toEqual([])
  const soon = new Date(the.api.clock.now().getTime() + HOUR_MS).toISOString()
  expect(await search('--since', soon)).toEqual([])
  const [last] = await search('--until', soon, '--limit', '1')
  const before = await search('--before', String(last?.seq), '--limit', '2')
  expect(before.map(({ seq }) => seq)).toEqual([(last?.seq ?? 0) - 2, (last?.seq ?? 0) - 1])
  const lines = await the.api.operate('audit', 'search', '--limit', '2', '--before', String(last?.seq))
  expect(lines[0]).toBe(`Older ones: --before ${before[0]?.seq}`)
  await expect(the.api.operate('audit', 'search', '--kind', 'auth.nothing')).rejects.toThrow('name of an event')
  await expect(the.api.operate('audit', 'search', '--since', 'yesterday')).rejects.toThrow('2026-11-22T10:00Z')
})

test('The audit trail is exported as lines of JSON with its chain, or fails with what verify says where it breaks [AUDIT-06]', async () => {
  await registered(the.api)
  await chained(the.api)
  const lines = await the.api.operate('audit', 'export')
  const events = lines.slice(0, -1).map((line) => JSON.parse(line) as Event)
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1))
  const last = events.at(-1)
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ events: events.length, head: `${last?.seq}:${last?.hash}` })
  await the.api.rows('alter table audit_event disable trigger user')
  onTestFinished(async () => void (await the.api.rows('alter table audit_event enable trigger user')))
  const [{ actor } = {}] = await the.api.rows('select actor from audit_event where seq = 3')
  const name = (value: unknown) => the.api.rows('update audit_event set actor = $1 where seq = 3', [value])
  onTestFinished(async () => void (await name(actor)))
  await name('operator of another place')
  const broken = await the.api.command('audit', 'export')
  expect([broken.exitCode, broken.lines.length]).toEqual([1, 3])
  expect(JSON.parse(broken.lines.at(-1) ?? '')).toMatchObject({ brokenAt: 3 })
})
