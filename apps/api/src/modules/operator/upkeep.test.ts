import { AppError } from '@avouch/contract'
import { expect, test } from 'vitest'
import { Upkeep } from './upkeep.ts'

test('A process walks the trail once for all who ask for the same, and refuses another walk beside it [ADMIN-20]', async () => {
  const found = { events: 3, head: `3:${'a'.repeat(64)}`, brokenAt: undefined }
  const walks: { head: string | undefined; end: () => void }[] = []
  const verify = (head?: string) => new Promise((resolve) => walks.push({ head, end: () => resolve(found) }))
  const upkeep = new Upkeep({ audit: { verify } } as unknown as ConstructorParameters<typeof Upkeep>[0])
  const [first, same] = [upkeep.verifyAudit(null), upkeep.verifyAudit(null)]
  await expect(upkeep.verifyAudit('2:other')).rejects.toEqual(new AppError('conflict'))
  walks[0]?.end()
  const whole = { events: 3, head: found.head, broken_at: null }
  expect(await Promise.all([first, same])).toEqual([whole, whole])
  const next = upkeep.verifyAudit('2:other')
  walks[1]?.end()
  expect(await next).toEqual(whole)
  expect(walks.map(({ head }) => head)).toEqual([undefined, '2:other'])
})
