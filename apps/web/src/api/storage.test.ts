import { beforeEach, describe, expect, test, vi } from 'vitest'

const fail = () => {
  throw new DOMException('The operation is insecure', 'SecurityError')
}

/** A storage as browsers have it, with whatever of it goes wrong. */
function storageThat(wrong: Partial<Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>> = {}) {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    ...wrong,
  }
}

/** A page that has just been loaded. */
async function load(sessionStorage: unknown, localStorage: unknown = storageThat()) {
  vi.resetModules()
  vi.stubGlobal('window', { sessionStorage, localStorage })
  return await import('./storage.ts')
}
beforeEach(() => vi.unstubAllGlobals())

const nothing = () => undefined
const USELESS: Record<string, () => unknown> = {
  'is not there': () => undefined,
  'is null': () => null,
  'throws at every use': () => storageThat({ getItem: fail, setItem: fail, removeItem: fail }),
  'is full': () => storageThat({ setItem: fail }),
  'drops what it takes': () => storageThat({ setItem: nothing }),
  'gives back something else': () => storageThat({ getItem: () => 'of yesterday' }),
  'is read-only': () => storageThat({ setItem: nothing, removeItem: nothing }),
}

describe.each(Object.entries(USELESS))('in a storage that %s', (_, storage) => {
  test('An item is kept in memory where the storage is useless, until it is removed or the page is left [STORE-05]', async () => {
    const { inTab, inBrowser, isPersistent, readItem, removeItem, writeItem } = await load(storage())
    expect([isPersistent(inTab), isPersistent(inBrowser)]).toEqual([false, true])
    writeItem(inTab, 'name', 'one')
    writeItem(inTab, 'name', 'two')
    expect(readItem(inTab, 'name')).toBe('two')
    removeItem(inTab, 'name')
    expect(readItem(inTab, 'name')).toBeUndefined()
  })
})

describe('a storage that fails in the middle of a visit', () => {
  test.each(['getItem', 'setItem', 'removeItem'] as const)(
    'After %s of a storage has failed during a visit, what was read or written before is still there [STORE-05]',
    async (call) => {
      for (const wrong of [fail, () => null]) {
        const storage = storageThat()
        storage.items.set('before', 'read')
        const { inTab, readItem, writeItem } = await load(storage)
        expect(readItem(inTab, 'before')).toBe('read')
        writeItem(inTab, 'name', 'one')
        Object.assign(storage, { [call]: wrong, ...(call === 'getItem' && { setItem: wrong }) })
        expect([readItem(inTab, 'before'), readItem(inTab, 'name')]).toEqual(['read', 'one'])
        writeItem(inTab, 'name', 'two')
        expect(readItem(inTab, 'name')).toBe('two')
      }
    },
  )

  test('A storage that becomes full during a visit does not keep what is out of date [STORE-05]', async () => {
    const storage = storageThat()
    const { inTab, readItem, writeItem } = await load(storage)
    writeItem(inTab, 'name', 'one')
    Object.assign(storage, { setItem: fail })
    writeItem(inTab, 'name', 'two')
    expect(readItem(inTab, 'name')).toBe('two')
    expect(storage.items.get('name')).toBeUndefined()
  })
})

test('In a storage that works, what another page of the tab wrote or removed counts, and nothing else is left [STORE-05]', async () => {
  const storage = storageThat()
  const { inTab, isPersistent, readItem, removeItem, writeItem } = await load(storage)
  writeItem(inTab, 'name', 'one')
  storage.items.set('name', 'two')
  expect(readItem(inTab, 'name')).toBe('two')
  storage.items.delete('name')
  expect(readItem(inTab, 'name')).toBeUndefined()
  writeItem(inTab, 'name', 'three')
  removeItem(inTab, 'name')
  expect(isPersistent(inTab)).toBe(true)
  expect([...storage.items]).toEqual([])
})
