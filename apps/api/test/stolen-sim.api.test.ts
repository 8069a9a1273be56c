import { HOUR_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { changePin, knownBrowser, newBrowser, OTHER_PIN, preLogin, provenNumber, signInOn } from './support/builders.ts'
import { addPasskey, newPhone, passkeyLogIn, passkeysOf, WITH_PASSKEYS } from './support/passkeys.ts'
import { holdTime, useTestApi } from './support/use-test-api.ts'

const the = useTestApi(WITH_PASSKEYS)
const held = { status: 403, code: 'passkey_held' }
const gone = { code: 'invalid_token' }

const reset = async (number: string, pin: string, cookie: string) => {
  const { data } = await changePin(the.api, number, await provenNumber(the.api, number, cookie), pin, cookie)
  if (data.session === undefined) throw new Error('no session was opened')
  return data.session.access_token
}
const remove = (bearer: string, id: string) => the.api.client('removePasskey', { params: { id } }, { bearer })
const setPin = (bearer: string, password: string, cookie: string) =>
  the.api.client('setPin', { body: { password } }, { bearer, cookie })

test('A stolen SIM opens an account for a while, makes no passkey in the first day, and the owner’s passkey takes it back [PASSKEY-06 PASSKEY-07]', async () => {
  holdTime(the.api)
  const at = hoursFrom(-7 * 24)
  const { number, cookie: home } = await knownBrowser(the.api)
  const owner = newPhone()
  const [thiefs, theirs] = [newBrowser(), newPhone()]

  // A week before: the owner makes a passkey.
  const before = await signInOn(the.api, home, number)
  const { id: first } = await addPasskey(the.api, before.access_token, { phone: owner, name: 'My phone' })

  at(0) // The thief has the SIM, resets the PIN in a browser of their own, and is in.
  const thief = await reset(number, OTHER_PIN, thiefs)
  const left = await passkeysOf(the.api, thief)
  expect(left.data.map(({ name }) => name)).toEqual(['My phone'])
  expect(left.held_until).toBe(new Date(the.api.clock.now().getTime() + 24 * HOUR_MS).toISOString())
  await expect(addPasskey(the.api, thief, { phone: theirs })).rejects.toMatchObject(held)
  await expect(remove(thief, first)).rejects.toMatchObject(held)

  at(1) // The owner has no SIM, but the phone: its passkey opens the account, sets another PIN, and ends what the thief had.
  const back = await passkeyLogIn(the.api, owner, {}, home)
  expect((await passkeysOf(the.api, back.access_token)).held_until).toBeNull()
  await setPin(back.access_token, '3807', home)
  await expect(the.api.client('me', {}, { bearer: thief })).rejects.toMatchObject(gone)
  await expect(preLogin(the.api, number, OTHER_PIN, thiefs)).rejects.toMatchObject({ code: 'wrong_login_info' })
  // An older passkey adds another one, although the reset still holds the account.
  const { phone: tablet } = await addPasskey(the.api, back.access_token, { name: 'My tablet' })

  at(2) // The thief resets again: what was made since the first reset ends, because it could be the thief's.
  const again = await reset(number, OTHER_PIN, thiefs)
  await expect(passkeyLogIn(the.api, tablet)).rejects.toMatchObject({ code: 'passkey_refused' })
  expect((await passkeysOf(the.api, again)).data.map(({ name }) => name)).toEqual(['My phone'])

  at(26) // A day later nothing holds the thief, who logs in and makes a passkey. The SMS about it goes to the stolen SIM.
  const { access_token: day } = await signInOn(the.api, thiefs, number, OTHER_PIN)
  await addPasskey(the.api, day, { phone: theirs, name: 'Thief' })
  expect((await passkeyLogIn(the.api, theirs)).access_token).toMatch(/^avat_/)

  at(100) // The owner has the number back and resets the PIN: the thief's passkey ends, the owner's stays.
  const ownerAgain = await reset(number, '3807', home)
  await expect(passkeyLogIn(the.api, theirs)).rejects.toMatchObject({ code: 'passkey_refused' })
  expect((await passkeysOf(the.api, ownerAgain)).data.map(({ name }) => name)).toEqual(['My phone'])
  expect((await passkeyLogIn(the.api, owner, {}, home)).access_token).toMatch(/^avat_/)
})

test('The day after a reset in an unknown browser lasts to the second, and as long as payments wait where that is longer [PASSKEY-06]', async () => {
  holdTime(the.api)
  const { number } = await knownBrowser(the.api)
  const cookie = newBrowser()
  await reset(number, OTHER_PIN, cookie)
  the.api.clock.advance(24 * HOUR_MS - 1_000)
  const { access_token } = await signInOn(the.api, cookie, number, OTHER_PIN)
  await expect(addPasskey(the.api, access_token)).rejects.toMatchObject(held)
  the.api.clock.advance(1_000)
  await addPasskey(the.api, access_token)
})

test('A passkey of more than thirty days after an unknown reset outlives the next one [PASSKEY-06]', async () => {
  holdTime(the.api)
  const { number } = await knownBrowser(the.api)
  await reset(number, OTHER_PIN, newBrowser())
  the.api.clock.advance(30 * 24 * HOUR_MS)
  const own = await signInOn(the.api, newBrowser(), number, OTHER_PIN)
  const { phone: doubtful } = await addPasskey(the.api, own.access_token)
  the.api.clock.advance(1_000)
  const { phone: good } = await addPasskey(the.api, own.access_token)
  the.api.clock.advance(HOUR_MS)
  await reset(number, '3807', newBrowser())
  await expect(passkeyLogIn(the.api, doubtful)).rejects.toMatchObject({ code: 'passkey_refused' })
  expect((await passkeyLogIn(the.api, good)).access_token).toMatch(/^avat_/)
})

/** Moves the clock to an hour of the story. */
function hoursFrom(begin: number) {
  let now = begin
  return (hour: number) => {
    the.api.clock.advance((hour - now) * HOUR_MS)
    now = hour
  }
}
