import { MINUTE_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { makeSealingKey, type MasterKeys } from '../src/config/key-files.ts'
import { newBrowser, registered, signInOn } from './support/builders.ts'
import { as, stepsTo as stepsOf, writeKeys as writeKeysOf } from './support/key-file.ts'
import { isSoak, soak } from './support/soak.ts'
import type { TestApi } from './support/test-api.ts'
import { rows } from './support/together.ts'
import { useTestApi } from './support/use-test-api.ts'
import { withClient } from './support/with-client.ts'

const the = useTestApi()
const stepsTo = (id: string) => stepsOf(the.api, id)
const writeKeys = (file: MasterKeys) => writeKeysOf(the.api, file)
const sealedBy = async (key: string) =>
  (await rows(the.api, `select id from account where split_part(pin_enc, '.', 2) = $1`, [key])).length

describe('a process out of step', () => {
  const FILES = ['before', 'known', 'sealing', 'alone'] as const
  type Step = (typeof FILES)[number]
  const COMMANDS = [
    ['keys', 'rotate'],
    ...(isSoak
      ? [
          ['keys', 'reindex'],
          ['provider', 'list'],
        ]
      : []),
  ]
  const startsWith = async (file: MasterKeys): Promise<string | undefined> => {
    writeKeys(file)
    try {
      await (await the.api.twin()).close()
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }
  const installed = () => rows(the.api, 'select name, value from installation order by name')
  /** Each of the processes serves a visitor whose PIN was stored by another one. */
  const serve = async (clients: readonly TestApi['client'][]) => {
    for (const [n, client] of clients.entries()) {
      const { number } = await registered({ ...the.api, client })
      the.api.clock.advance(2 * MINUTE_MS)
      await signInOn({ ...the.api, client: clients[n - 1] ?? clients.at(-1) ?? client }, newBrowser(), number)
    }
  }

  test.each<[Step, Step]>(
    isSoak
      ? FILES.slice(0, 3).flatMap((most) => FILES.map((one): [Step, Step] => [most, one]))
      : [['known', 'sealing']],
  )(
    'With two processes at the step "%s", a third and commands at "%s", visitors are served and each key goes on as before [OPS-32]',
    async (most, one) => {
      const { api } = the
      const steps = stepsTo(`k${Math.floor(Math.random() * 1e6)}`)
      writeKeys(steps.before)
      await api.restart()
      for (const step of FILES.slice(0, FILES.indexOf(most) + 1)) {
        writeKeys(steps[step])
        await api.restart()
      }
      const second = await api.twin()
      writeKeys(steps[one])
      const third = await api.twin().catch(() => undefined)
      const clients = [api.client, second.client, ...(third === undefined ? [] : [third.client])]
      await serve(clients)
      for (const words of COMMANDS) {
        const before = await installed()
        writeKeys(steps[one])
        const refusal = await api.command(...words).then(
          ({ lines, exitCode }) => (exitCode === 0 ? undefined : lines.join('\n')),
          (error: Error) => error.message,
        )
        const isRotated = words[1] === 'rotate' && refusal === undefined
        if (!isRotated) expect([words, await installed()]).toEqual([words, before])
        if (third !== undefined && one === 'sealing' && most === 'known' && words[1] === 'rotate')
          expect(refusal).toBe(
            `A process on this database seals with another key than ${steps.next}: restart it first.`,
          )
        await serve(clients)
        expect([words, await startsWith(steps[most])]).toEqual([words, undefined])
      }
      await third?.close()
      await second.close()
      // The steps go on to their end.
      writeKeys(steps.known)
      if (most !== 'sealing') await api.restart()
      writeKeys(steps.sealing)
      await api.restart()
      await api.operate('keys', 'rotate')
      writeKeys(steps.alone)
      await api.restart()
      await serve([api.client])
    },
  )

  test('Of two starts at the same moment, one that seals with a key that the other lacks does not run beside it [OPS-32]', async () => {
    const { api } = the
    for (let round = 0; round < soak(1, 25); round++) {
      const { before, sealing } = stepsTo(`n${round}`)
      await api.aside(async () => {
        writeKeys(before)
        const first = api.twin()
        writeKeys(sealing)
        const both = await Promise.allSettled([first, api.twin()])
        const running = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
        expect(running.length).toBeLessThan(2)
        for (const one of running) await one.close()
        writeKeys(both[1].status === 'fulfilled' ? sealing : before)
      })
      await api.operate('keys', 'rotate')
    }
  })

  test('A process that starts during a rotation with the key of before ends it, or does not start [OPS-32]', async () => {
    const { api } = the
    for (let round = 0; round < soak(1, 25); round++) {
      const { before, known, sealing, alone } = stepsTo(`m${round}`)
      const old = before.keys[0]?.id ?? ''
      for (const file of [known, sealing]) {
        writeKeys(file)
        await api.restart()
      }
      const rotating = api.command('keys', 'rotate')
      writeKeys(known)
      const [rotated, started] = await Promise.allSettled([rotating, api.twin()])
      const isRotated = rotated.status === 'fulfilled' && rotated.value.exitCode === 0
      if (started.status === 'fulfilled') {
        await registered({ ...api, client: started.value.client })
        await started.value.close()
      } else expect(isRotated).toBe(true)
      if (isRotated) expect([await sealedBy(old), started.status]).toEqual([0, 'rejected'])
      writeKeys(sealing)
      await api.operate('keys', 'rotate')
      writeKeys(alone)
      await api.restart()
    }
  })

  test('A process that starts with the key of before while a rotation waits for a visitor ends the rotation [OPS-32]', async () => {
    const { api } = the
    const { before, known, sealing, alone } = stepsTo('w20')
    await registered(api)
    writeKeys(sealing)
    await api.restart()
    await withClient(api.databaseUrl ?? '', async (visitor) => {
      await visitor.query('begin')
      await visitor.query('select 1 from account order by created_at desc limit 1 for update')
      const rotating = api.command('keys', 'rotate')
      await expect.poll(() => sealedBy(before.keys[0]?.id ?? '')).toBe(1)
      writeKeys(known)
      const behind = await api.twin()
      expect(await rotating).toMatchObject({
        exitCode: 1,
        lines: expect.arrayContaining([
          'A process on this database seals with another key than w20: restart it first.',
        ]) as string[],
      })
      await visitor.query('rollback')
      await behind.close()
    })
    writeKeys(sealing)
    await api.operate('keys', 'rotate')
    writeKeys(alone)
    await api.restart()
  })

  test('A process with many keys of before goes to the next one [OPS-32]', async () => {
    const { api } = the
    const { known, sealing, alone } = stepsTo('n20')
    const older = Array.from({ length: 7 }, (_, n) => makeSealingKey(`older00${n}`, 'previous', new Date()))
    const withOlder = ({ keys, ...file }: MasterKeys): MasterKeys => ({ ...file, keys: [...older, ...keys] })
    writeKeys(withOlder(known))
    await api.restart()
    expect(await startsWith(withOlder(sealing))).toBe(undefined)
    await api.restart()
    await api.operate('keys', 'rotate')
    writeKeys(alone)
    await api.restart()
  })

  test('A process with a file from before a rotation does not start, alone or beside others; its old key may come back [OPS-32]', async () => {
    const { api } = the
    const { before, known, sealing } = stepsTo('k20')
    writeKeys(sealing)
    await api.restart()
    await api.operate('keys', 'rotate')
    const older =
      'MASTER_KEY_FILE is older than this database, in which its next key k20 is current: use the newer file.'
    expect(await startsWith(known)).toBe(older)
    await api.aside(async () => {
      expect(await startsWith(known)).toBe(older)
      await expect(api.command('provider', 'list')).rejects.toThrow(older)
      writeKeys(sealing)
    })
    writeKeys({
      ...before,
      keys: [...before.keys, ...sealing.keys.filter(({ id }) => id === 'k20').map((key) => as('previous', key))],
    })
    await api.restart()
    await api.operate('keys', 'rotate')
    writeKeys(before)
    await api.restart()
    await serve([api.client])
  })
})
