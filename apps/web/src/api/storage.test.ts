import { beforeEach, expect, test, vi } from 'vitest'

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
async function load(sessionStorage: unknown) {
  vi.resetModules()
  vi.stubGlobal('window', { sessionStorage, localStorage: storageThat() })
  return await import('./storage.ts')
}
beforeEach(() => vi.unstubAllGlobals())

test.each([
  ['is not there', undefined],
  ['throws at every use', storageThat({ getItem: fail, setItem: fail, removeItem: fail })],
  ['is full', storageThat({ setItem: fail })],
  ['drops what it takes', storageThat({ setItem: () => undefined })],
])('An item is kept in memory where the storage %s, until it is removed [STORE-05]', async (_, storage) => {
  const { inTab, inBrowser, isPersistent, readItem, removeItem, writeItem } = await load(storage)
  expect([isPersistent(inTab), isPersistent(inBrowser)]).toEqual([false, true])
  writeItem(inTab, 'name', 'one')
  writeItem(inTab, 'name', 'two')
  expect(readItem(inTab, 'name')).toBe('two')
  removeItem(inTab, 'name')
  expect(readItem(inTab, 'name')).toBeUndefined()
})

test('A storage that becomes full or fails during a visit loses nothing, and keeps nothing that is out of date [STORE-05]', async () => {
  for (const call of ['getItem', 'setItem'] as const) {
    const storage = storageThat()
    const { inTab, readItem, writeItem } = await load(storage)
    writeItem(inTab, 'name', 'one')
    Object.assign(storage, { [call]: fail })
    expect(readItem(inTab, 'name')).toBe('one')
    writeItem(inTab, 'name', 'two')
    expect(readItem(inTab, 'name')).toBe('two')
    if (call === 'setItem') expect(storage.items.get('name')).toBeUndefined()
  }
})

test('In a storage that works, what another page of the tab wrote or removed counts [STORE-05]', async () => {
  const storage = storageThat()
  const { inTab, readItem, removeItem, writeItem } = await load(storage)
  writeItem(inTab, 'name', 'one')
  storage.items.set('name', 'two')
  expect(readItem(inTab, 'name')).toBe('two')
  removeItem(inTab, 'name')
  expect([...storage.items]).toEqual([])
})
