import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminMe, HOUR_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { confirmCode, digits, signUp } from '#test/builders.ts'
import { invited, PASSWORD, type Person, totpNow } from '#test/staff.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { runCommand } from './cli.ts'

const AT = 'http://localhost:4711'
const the = useTestApi({ PUBLIC_URL: AT })
const STEP_MS = 30_000

/** The machine of a person who is asked for the texts, and has no settings. */
function machineOf(answers: string[] = []) {
  const stateFolder = join(mkdtempSync(join(tmpdir(), 'avouch-desk-')), 'state')
  const requests: { url: string; headers: Headers }[] = []
  const machine: { answer?: () => Promise<Response> } = {}
  const send: typeof fetch = (url, init) => {
    if (machine.answer !== undefined) return machine.answer()
    const headers = new Headers(init?.headers)
    const address = new Request(url).url
    requests.push({ url: address, headers: new Headers(headers) })
    headers.set('x-forwarded-for', the.api.place.address)
    return fetch(address.replace(AT, the.api.baseUrl), { ...init, headers })
  }
  const give = async (...words: string[]) => {
    const lines: string[] = []
    const ask = async (_question: string) => answers.shift() ?? ''
    const exitCode = await runCommand(words, (line) => lines.push(line), {
      migrationsDir: '',
      variables: {},
      stateFolder,
      ask,
      fetch: send,
    })
    return { lines, exitCode }
  }
  return Object.assign(machine, { stateFolder, requests, give, at: (...words: string[]) => give('--at', AT, ...words) })
}

async function signedIn({ email, secret }: Pick<Person, 'email' | 'secret'>) {
  the.api.clock.advance(STEP_MS)
  const machine = machineOf([email, PASSWORD, totpNow(the.api, secret)])
  expect(await machine.at('console', 'sign-in')).toMatchObject({ exitCode: 0 })
  return machine
}

const operator = async () => signedIn(await invited(the.api, 'operator'))

describe('a command to a product elsewhere', () => {
  test('ADMIN-26 needs a person who has signed in, and says who that is', async () => {
    const stranger = machineOf()
    const { lines, exitCode } = await stranger.at('switch', 'list')
    expect({ lines, exitCode }).toEqual({
      lines: [expect.stringContaining('"console sign-in" comes first')],
      exitCode: 1,
    })
    const person = await invited(the.api, 'operator')
    const machine = await signedIn(person)
    expect((await machine.at('console', 'who')).lines).toEqual([
      expect.stringMatching(new RegExp(`^${person.email}, operator; until 20`)),
    ])
    expect((await machine.at('switch', 'list')).exitCode).toBe(0)
  })

  test('ADMIN-26 ADMIN-06 does what the same command does where the product runs, and the audit trail has who it was', async () => {
    const { at } = await operator()
    const begun = await signUp(the.api)
    await confirmCode(the.api, begun)
    const { number } = begun
    const found = await at('account', 'find', number)
    const here = await the.api.operate('account', 'find', number)
    expect(found.lines).toEqual(here.filter((line) => !line.startsWith('last check')))
    expect((await at('account', 'lock', number)).exitCode).toBe(0)
    expect(await the.api.operate('account', 'find', number)).toContainEqual(
      expect.stringMatching(/^state +locked since/),
    )
    expect((await at('account', 'unlock', number)).exitCode).toBe(0)
    const words = ['audit', 'search', '--kind', 'operator']
    const kinds = (lines: string[]) => lines.map((line) => line.split(/ +/)[1])
    const trail = (await at(...words)).lines
    expect(kinds(trail)).toEqual(expect.arrayContaining(['operator.account_locked', 'operator.account_unlocked']))
    const byAPerson = trail.filter((line) => line.includes('operator.account_locked'))
    expect(byAPerson).toEqual([expect.stringMatching(/operator\.account_locked +[^- ]/)])
    expect(kinds(trail)).toEqual(kinds(await the.api.operate(...words)))
  })

  test('ADMIN-26 reads and changes switches, jobs, limits, SMS, providers, people and the trail', async () => {
    const { at } = await operator()
    const lines = async (...words: string[]) => {
      const answer = await at(...words)
      if (answer.exitCode !== 0) throw new Error(`${words.join(' ')}: ${answer.lines.join()}`)
      return answer.lines
    }
    expect(await lines('switch', 'set', 'broadcast', '1')).toEqual([])
    expect(await lines('switch', 'list')).toContainEqual(expect.stringMatching(/^broadcast +1 +20/))
    await lines('switch', 'set', 'broadcast', '0')
    expect((await lines('jobs', 'list'))[0]).toMatch(/^job +last done +took +waiting +running +failed +next$/)
    expect(await lines('jobs', 'run', 'retention.sweep')).toEqual([])
    const { number } = await signUp(the.api)
    expect((await lines('limits', 'explain', number)).join('\n')).toContain('code.sms')
    expect((await lines('limits', 'release', number, 'code.sms')).join('\n')).toMatch(
      /^code\.sms +number +1 given back$/,
    )
    expect((await lines('limits', 'explain', 'sms')).join('\n')).toContain('money.other')
    expect((await lines('sms', 'spend', '--days', '2'))[0]).toMatch(/^day +country +outcome +SMS +cents$/)
    expect((await lines('provider', 'list')).join('\n')).toContain('Kino Aurora')
    expect(await lines('account', 'held')).toEqual([])
    expect((await lines('staff', 'invite', 'auditor'))[0]).toContain(`${AT}/operator`)
    expect((await lines('audit', 'verify'))[0]).toMatch(/events, chain whole; head \d+:/)
    const json = JSON.parse((await lines('--json', 'switch', 'list')).join()) as unknown
    expect(json).toContainEqual(expect.objectContaining({ name: 'broadcast', value: '0' }))
  })

  test('ADMIN-26 names the fields of an answer as the command does where the product runs', async () => {
    const { at } = await operator()
    const answerOf = async (...words: string[]) => JSON.parse((await at('--json', ...words)).lines.join()) as unknown
    const provider = { suspendedAt: null, fromFile: expect.any(Boolean) as unknown, webhookDisabledAt: null }
    expect(await answerOf('provider', 'list')).toContainEqual(expect.objectContaining(provider))
    const sweep = { name: 'retention.sweep', cron: expect.stringContaining('* * *') as unknown }
    expect(await answerOf('jobs', 'list')).toContainEqual(expect.objectContaining(sweep))
  })

  test('ADMIN-26 ADMIN-07 may do what the person’s role may, and nothing else', async () => {
    const { at } = await signedIn(await invited(the.api, 'auditor'))
    expect((await at('switch', 'list')).exitCode).toBe(0)
    expect(await at('switch', 'set', 'broadcast', '1')).toEqual({ lines: ['Your role may not do that.'], exitCode: 1 })
  })

  test.each([
    ['account', 'erase', 'acc_1', '--yes'],
    ['audit', 'export'],
    ['keys', 'check'],
    ['migrations', 'run'],
    ['provider', 'key', 'create', 'library'],
  ])('ADMIN-26 is refused by name where it needs the machine or can’t be undone: %s %s', async (...words) => {
    const { at, requests } = machineOf()
    const { lines, exitCode } = await at(...words)
    expect({ lines, exitCode }).toEqual({ lines: [expect.stringContaining('run where the product runs')], exitCode: 1 })
    expect(requests).toEqual([])
  })

  test('ADMIN-26 ADMIN-18 what is typed of a number is in no address', async () => {
    const { at, requests } = await operator()
    const { number } = await signUp(the.api)
    for (const words of [
      ['account', 'find'],
      ['account', 'lock'],
      ['limits', 'explain'],
    ])
      await at(...words, number)
    expect(requests.filter(({ url }) => url.includes(digits(number).slice(-6)))).toEqual([])
  })
})

describe('the session of the command line', () => {
  test('ADMIN-27 is in a file of its owner’s alone, goes to that product alone, and is forgotten at sign-out', async () => {
    const { at, give, stateFolder, requests } = await operator()
    const [file = ''] = readdirSync(stateFolder)
    const path = join(stateFolder, file)
    expect([statSync(path).mode & 0o777, statSync(stateFolder).mode & 0o777]).toEqual([0o600, 0o700])
    expect(readFileSync(path, 'utf8')).not.toContain(PASSWORD)
    await give('--at', 'http://localhost:4712', 'switch', 'list')
    expect(requests.at(-1)?.url).toMatch(/^http:\/\/localhost:4712\//)
    expect(requests.at(-1)?.headers.has('cookie')).toBe(false)
    expect((await at('console', 'sign-out')).exitCode).toBe(0)
    expect(readdirSync(stateFolder)).toEqual([])
    expect((await at('console', 'who')).exitCode).toBe(1)
  })

  test('ADMIN-27 ADMIN-05 ends without use, as one of a browser does', async () => {
    const { at } = await operator()
    the.api.clock.advance(HOUR_MS)
    expect((await at('switch', 'list')).lines).toEqual([expect.stringContaining('"console sign-in" comes first')])
  })

  test.each([
    'http://avouch.example',
    'ftp://avouch.example',
    'https://avouch.example/path',
    'https://me@avouch.example',
    'x',
  ])('ADMIN-27 no password goes to %s', async (address) => {
    const { give, requests } = machineOf(['a@b.example', PASSWORD, '000000'])
    const { lines, exitCode } = await give('--at', address, 'console', 'sign-in')
    expect([exitCode, lines[0]]).toEqual([1, expect.stringContaining('It is written as https://avouch.example')])
    expect(requests).toEqual([])
  })

  test('ADMIN-27 ADMIN-03 a wrong password keeps no session, and says no more than to a browser', async () => {
    const { email } = await invited(the.api, 'operator')
    const { at, stateFolder } = machineOf([email, 'another password', '123456'])
    const { lines, exitCode } = await at('console', 'sign-in')
    expect([exitCode, lines]).toEqual([1, [expect.stringContaining('do not belong together')]])
    expect(() => readdirSync(stateFolder), 'no file was made').toThrow('ENOENT')
  })

  test('ADMIN-27 is forgotten at sign-out although it has ended there, or the product does not answer', async () => {
    const ended = await operator()
    the.api.clock.advance(HOUR_MS)
    await ended.at('console', 'sign-out')
    expect(readdirSync(ended.stateFolder)).toEqual([])
    const cut = await operator()
    cut.answer = () => Promise.reject(new TypeError('fetch failed'))
    expect((await cut.at('console', 'sign-out')).lines).toEqual([`${AT} did not answer.`])
    expect(readdirSync(cut.stateFolder)).toEqual([])
  })

  test('ADMIN-27 that can’t be kept says so, ends there, and is no lost network', async () => {
    const { email, secret } = await invited(the.api, 'operator')
    the.api.clock.advance(STEP_MS)
    const { at, stateFolder, requests } = machineOf([email, PASSWORD, totpNow(the.api, secret)])
    writeFileSync(stateFolder, '')
    expect(await at('console', 'sign-in')).toEqual({
      lines: [`The session can't be kept in ${stateFolder}: ENOTDIR.`],
      exitCode: 1,
    })
    const cookie = requests.at(-1)?.headers.get('cookie') ?? ''
    expect(cookie).toContain('staff=')
    const { status } = await fetch(the.api.baseUrl + adminMe.path, { headers: { cookie } })
    expect(status).toBe(401)
  })

  test('ADMIN-27 that can’t be kept says so as well when the product no longer answers', async () => {
    const { email, secret } = await invited(the.api, 'operator')
    the.api.clock.advance(STEP_MS)
    const machine = machineOf([email, PASSWORD, totpNow(the.api, secret)])
    writeFileSync(machine.stateFolder, '')
    const cut = () => Promise.reject(new TypeError('fetch failed'))
    Object.defineProperty(machine, 'answer', { get: () => (machine.requests.length > 0 ? cut : undefined) })
    const { lines } = await machine.at('console', 'sign-in')
    expect(lines).toEqual([`The session can't be kept in ${machine.stateFolder}: ENOTDIR.`])
  })
})

describe('a refusal', () => {
  test('ADMIN-26 says what it means to the command', async () => {
    const { at } = await operator()
    const said = async (...words: string[]) => (await at(...words)).lines.join()
    expect(await said('account', 'find', '+4915100000000')).toBe('There is no such account.')
    expect(await said('account', 'find', 'somewhere')).toMatch(/^That is neither an account's id/)
    expect(await said('account', 'restore', '+4915100000000')).toBe('It is the id of an account.')
    expect(await said('account', 'restore', 'usr_1')).toBe('The account usr_1 is not held.')
    expect(await said('audit', 'search', '--limit', '101')).toContain('tells the newest 100')
    expect(await said('sms', 'spend', '--days', '31')).toContain('tells the last 30 days')
    expect(await said('staff', 'invite', 'oprator')).toContain('invites as operator, reviewer, auditor')
    expect(await said('account', 'find')).toContain('Usage: account find')
  })

  test.each([
    ['a page of a proxy', () => new Response('<h1>Bad Gateway</h1>', { status: 502 }), `${AT} answered 502.`],
    ['another product', () => new Response('<h1>Hello</h1>'), `${AT} is no Avouch, or of another version.`],
    [
      'a body that is cut',
      () => new Response(new ReadableStream({ pull: (body) => body.error(new Error('cut')) })),
      `${AT} did not answer.`,
    ],
  ])('ADMIN-26 tells %s apart', async (_what, answer, line) => {
    const machine = await operator()
    machine.answer = () => Promise.resolve(answer())
    expect(await machine.at('switch', 'list')).toEqual({ lines: [line], exitCode: 1 })
  })
})
