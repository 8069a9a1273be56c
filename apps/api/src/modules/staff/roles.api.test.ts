import { adminApi, type AdminOperation, type Endpoint, OPERATOR_ROLES, PROJECT_ROLES } from '@avouch/contract'
import { beforeAll, expect, test } from 'vitest'
import { callAs, invited, newOwner, type Person } from '#test/staff.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()

const table = Object.entries(adminApi) as [AdminOperation, Endpoint][]
const ofSessions = table.filter(([, { auth }]) => auth === 'staff')
const ofProjects = table.filter(([, { path }]) => path.includes('/:project'))
const ofInstallation = ofSessions.filter(([, { path }]) => path.includes('/operator/'))
const roles = [...PROJECT_ROLES, ...OPERATOR_ROLES] as const

const people = new Map<(typeof roles)[number], Person>()
let other: Person
let theirKey = ''

beforeAll(async () => {
  const owner = await newOwner(the.api)
  people.set('owner', owner)
  for (const role of ['developer', 'viewer'] as const) people.set(role, await invited(the.api, role, owner.project))
  for (const role of OPERATOR_ROLES) people.set(role, await invited(the.api, role))
  other = await newOwner(the.api)
  const made = await other.call('adminCreateKey', { params: { project: other.project }, body: { live: false } })
  theirKey = made.data.key.id
})

const own = () => people.get('owner')?.project ?? ''

/** Nothing valid is sent: who may call gets another refusal, or changes nothing that another call needs. */
async function ask(role: (typeof roles)[number], name: AdminOperation, params: Record<string, string>) {
  const cookie = people.get(role)?.cookie ?? ''
  const { method } = adminApi[name]
  const { status, body } = await callAs(
    the.api,
    name,
    { params, ...(method === 'POST' || method === 'PUT' ? { body: {} } : {}) },
    { cookie },
  )
  return { status, body }
}

test.each(ofSessions)('The operation %s needs a session [ADMIN-07]', async (name) => {
  const { status, body } = await callAs(the.api, name, { params: { project: own(), id: theirKey } })
  expect([status, body?.['code']]).toEqual([401, 'invalid_token'])
})

test.each(ofProjects)(
  'The operation %s is for the roles that it names, in their own project alone [ADMIN-07]',
  async (name, endpoint) => {
    for (const role of roles) {
      const mine = await ask(role, name, { project: own(), id: theirKey })
      const isMember = PROJECT_ROLES.some((one) => one === role)
      const mayCall = endpoint.roles?.includes(role) === true
      const refused = isMember ? [403, 'insufficient_scope'] : [404, 'not_found']
      if (!mayCall) expect({ role, is: [mine.status, mine.body?.['code']] }).toEqual({ role, is: refused })
      else expect({ role, code: mine.body?.['code'] }).not.toMatchObject({ code: 'insufficient_scope' })
      const foreign = await ask(role, name, { project: other.project, id: theirKey })
      const unknown = await ask(role, name, { project: 'there-is-none', id: theirKey })
      expect({ role, ...foreign }).toMatchObject({ role, status: 404, body: { code: 'not_found' } })
      expect(foreign).toEqual(unknown)
    }
  },
)

test.each(ofProjects.filter(([, { path }]) => path.includes('/:id')))(
  'The operation %s answers the same for what another project has and for what there is not [ADMIN-07]',
  async (name) => {
    const foreign = await ask('owner', name, { project: own(), id: theirKey })
    expect(await ask('owner', name, { project: own(), id: 'key_there-is-none-00' })).toEqual(foreign)
    expect(foreign.status === 404 || foreign.body?.['code'] === 'required').toBe(true)
  },
)

test.each(ofInstallation)('The operator’s %s is for the roles that it names [ADMIN-07]', async (name, endpoint) => {
  for (const role of roles) {
    const params = { id: theirKey, name: 'broadcast', provider: 'there-is-none' }
    const { status, body } = await ask(role, name, params)
    const mayCall = endpoint.roles?.includes(role) === true
    if (mayCall) expect({ role, code: body?.['code'] }).not.toMatchObject({ code: 'insufficient_scope' })
    else expect({ role, is: [status, body?.['code']] }).toEqual({ role, is: [403, 'insufficient_scope'] })
  }
})

/** Everything that `support` may call. Those before the empty line are about the person alone. */
const OF_SUPPORT: readonly AdminOperation[] = [
  'adminMe',
  'adminSignOut',
  'adminChangePassword',
  'adminRenewRecoveryCodes',
  'adminAcceptInvitation',

  'adminReadNumber',
  'adminReleaseNumber',
  'adminFindAccount',
  'adminEndSessions',
  'adminExplainLimits',
]

test.each(ofSessions)('For the role support the operation %s is allowed as the table says [ADMIN-39]', async (name) => {
  const support = await invited(the.api, 'support')
  const params = { project: own(), id: 'usr_none', name: 'broadcast', provider: 'there-is-none', check: 'none' }
  const { method } = adminApi[name]
  const body = name === 'adminCreateProject' ? { name: 'A shop' } : {}
  const parts = { params, ...(method === 'POST' || method === 'PUT' ? { body } : {}) }
  const { status, body: answer } = await callAs(the.api, name, parts, { cookie: support.cookie ?? '' })
  const isRefused = status === 403 || (status === 404 && ofProjects.some(([one]) => one === name))
  expect({ name, isRefused, code: answer?.['code'] }).toMatchObject({ name, isRefused: !OF_SUPPORT.includes(name) })
})
