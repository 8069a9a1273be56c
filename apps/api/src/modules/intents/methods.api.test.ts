import { expect, test } from 'vitest'
import { beginCheck, createIntent, registered, report } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'

const t = useTestApi()
const PROVIDER = 'kino-aurora'

const refuses = (body: Parameters<typeof createIntent>[1], refusal: string) =>
  expect(createIntent(t.api, body)).rejects.toThrow(refusal)

test('A request says how it may be proven, and by default as its provider is registered [METHOD-01]', async () => {
  expect(await createIntent(t.api)).toMatchObject({ accept: ['identity_check'], minimum_age: 18 })
  expect(await createIntent(t.api, { accept: ['identity_check'] })).toMatchObject({ accept: ['identity_check'] })
  await refuses({ accept: ['proof_of_age'] }, '422 method_not_possible')
  await refuses({ accept: ['identity_check', 'id_wallet'] }, '422 method_not_possible')
  await refuses({ accept: [] }, '400 invalid_request')
  await refuses({ accept: ['identity_check', 'identity_check'] }, '400 invalid_request')

  await t.api.operate('provider', 'accept', PROVIDER, 'proof_of_age', 'id_wallet')
  expect(await t.api.operate('provider', 'show', PROVIDER)).toContain('accepts: proof_of_age, id_wallet')
  await refuses({}, '422 method_not_possible')
  await t.api.operate('provider', 'accept', PROVIDER, 'identity_check', 'proof_of_age')
  expect(await createIntent(t.api)).toMatchObject({ accept: ['identity_check'] })
  const { lines } = await t.api.command('provider', 'accept', PROVIDER, 'passport')
  expect(lines).toEqual(['A method is one of identity_check, proof_of_age, id_wallet, each once.'])
})

test('A method that an earlier version stored is left out; a project that chose no other accepts all [METHOD-01]', async () => {
  for (const [stored, shown] of [
    [['identity_check', 'age_token'], 'identity_check'],
    [['age_token'], 'every method'],
  ] as const) {
    await t.api.rows('update provider set accept = $2 where id = $1', [PROVIDER, stored])
    expect(await t.api.operate('provider', 'show', PROVIDER)).toContain(`accepts: ${shown}`)
    expect(await createIntent(t.api)).toMatchObject({ accept: ['identity_check'] })
  }
})

test('An age from 12 to 21 can be asked for; an account shows 18 and every age below it [METHOD-02]', async () => {
  for (const minimum_age of [11, 22, 16.5]) await refuses({ minimum_age }, '400 invalid_request')
  for (const minimum_age of [19, 21]) await refuses({ minimum_age }, '422 method_not_possible')
  const { bearer } = await registered(t.api)
  const adult = await createIntent(t.api)
  await report(t.api, (await beginCheck(t.api, bearer, { mintid: adult.mintid })).code, 'COMPLETED')

  const younger = await createIntent(t.api, { minimum_age: 16 })
  expect(await beginCheck(t.api, bearer, { mintid: younger.mintid })).toEqual({ code: '', url: null })
  const params = { id: younger.mintid }
  const { data } = await t.api.client('confirmIntent', { params, body: {} }, { bearer })
  expect(data.data.result).toBe(true)
  const key = t.api.credentials.provider.apiKey
  const read = await t.api.client('readIntent', { params: { id: younger.id } }, { bearer: key })
  const claims = JSON.parse(Buffer.from(read.data.verdict?.split('.')[1] ?? '', 'base64url').toString()) as object
  expect(claims).toMatchObject({ minimum_age: 16, result: 'yes', method: 'identity_check' })
})

test('For an age below 18 no account is checked that is not proven, because the check would close it [METHOD-02]', async () => {
  const { bearer } = await registered(t.api)
  const intent = await createIntent(t.api, { minimum_age: 16 })
  await expect(beginCheck(t.api, bearer, { mintid: intent.mintid })).rejects.toThrow('422 method_not_possible')
  const confirming = t.api.client('confirmIntent', { params: { id: intent.mintid }, body: {} }, { bearer })
  await expect(confirming).rejects.toThrow('422 wrong_verification')

  // Under 18 is no answer about 16: the request ends without one.
  const adult = await createIntent(t.api)
  await report(t.api, (await beginCheck(t.api, bearer, { mintid: adult.mintid })).code, 'UNDERAGED')
  const key = t.api.credentials.provider.apiKey
  await t.api.world.until(() => t.api.world.eventsOf(intent.id).length > 0)
  const { data } = await t.api.client('readIntent', { params: { id: intent.id } }, { bearer: key })
  expect(data).toMatchObject({ status: 'cancelled', result: null, verdict: null })
})
