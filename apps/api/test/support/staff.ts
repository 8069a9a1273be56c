import { type AdminOperation, type Answer, api as contract, type Endpoint, type Sent } from '@avouch/contract'
import { Secret, TOTP } from 'otpauth'
import { Refusal } from './test-client.ts'
import type { TestApi } from './test-api.ts'
import { send } from './wire.ts'

export const PASSWORD = 'correct horse battery staple'
const STEP_MS = 30_000
let people = 0

/** The code that an authenticator shows now. */
export const totpNow = (api: TestApi, secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock.now().getTime() })

type Parts = { params?: Record<string, string>; query?: Record<string, string | undefined>; body?: object }

const pathOf = (path: string, { params = {}, query = {} }: Parts): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value)
  const filled = path.replaceAll(/:([a-z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return search.size > 0 ? `${filled}?${search.toString()}` : filled
}

/** One call, as a console in a browser makes it. */
export async function callAs(api: TestApi, name: AdminOperation, parts: Parts, headers: Record<string, string> = {}) {
  const { method, path }: Endpoint = contract[name]
  return send(api, method, pathOf(path, parts), {
    headers: {
      origin: api.settings['PUBLIC_URL'] ?? '',
      ...(parts.body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
  })
}

/** The cookie that an answer sets. */
export const cookieOf = (api: TestApi, headers: Headers): string => {
  const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';')
  api.secrets.saw(cookie)
  return cookie
}

/** Calls the admin API with a session; a refusal is thrown. */
export const consoleOf =
  (api: TestApi, cookie: string | undefined) =>
  async <Name extends AdminOperation>(
    name: Name,
    input: Sent<(typeof contract)[Name]>,
  ): Promise<Answer<(typeof contract)[Name]>> => {
    const answer = await callAs(api, name, input as Parts, cookie === undefined ? {} : { cookie })
    const data: unknown = answer.body
    if (answer.status >= 400) throw new Refusal(answer.status, answer.body ?? {}, answer.headers)
    return { status: answer.status, data } as Answer<(typeof contract)[Name]>
  }

export const newEmail = (): string => `person-${++people}@shop.example`

export type Person = Awaited<ReturnType<typeof enrolled>>

/** A person with an account, by an invitation or with a new test project, who is signed in. */
export async function enrolled(api: TestApi, given: { invitation: string } | { project: string }, email = newEmail()) {
  const begun = await consoleOf(api, undefined)('adminEnrol', {
    body: { email, password: PASSWORD, invitation: null, project: null, ...given },
  })
  const { enrolment, totp_secret: secret } = begun.data
  const answer = await callAs(api, 'adminConfirmEnrolment', { body: { enrolment, code: totpNow(api, secret) } })
  if (answer.status !== 201) throw new Refusal(answer.status, answer.body ?? {}, answer.headers)
  const cookie = cookieOf(api, answer.headers)
  const { data: person } = await consoleOf(api, cookie)('adminMe', {})
  return {
    email,
    secret,
    cookie,
    person,
    recoveryCodes: answer.body?.['recovery_codes'] as string[],
    call: consoleOf(api, cookie),
    /** The project that the person made, or was invited to. */
    project: person.projects[0]?.id ?? '',
  }
}

/** A person with a new test project. */
export const newOwner = (api: TestApi, project = 'My Shop'): Promise<Person> => enrolled(api, { project })

const secretIn = (link: string): string => new URL(link).hash.slice(1)

/** A person whom the operator invited on the command line. */
export async function invited(api: TestApi, role: string, provider?: string): Promise<Person> {
  const words = ['staff', 'invite', role, ...(provider === undefined ? [] : ['--provider', provider])]
  const [link = ''] = await api.operate(...words)
  return enrolled(api, { invitation: secretIn(link) })
}

/** Signs in once more, with the next code. */
export async function signInAgain(
  api: TestApi,
  { email, secret }: Pick<Person, 'email' | 'secret'>,
  password = PASSWORD,
) {
  api.clock.advance(STEP_MS)
  const answer = await callAs(api, 'adminSignIn', { body: { email, password, code: totpNow(api, secret) } })
  if (answer.status !== 201) throw new Refusal(answer.status, answer.body ?? {}, answer.headers)
  return cookieOf(api, answer.headers)
}
