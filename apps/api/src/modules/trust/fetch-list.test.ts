import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { fetchList } from './fetch-list.ts'

test('A trusted list whose server never ends its answer is given up after 20 seconds [TRUST-08]', async () => {
  const time = new AbortController()
  const limited = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal)
  const begun = Promise.withResolvers<void>()
  const server = createServer((_, response) => {
    response.write('<list>', () => begun.resolve())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const fetching = fetchList(`http://127.0.0.1:${port}/`, new AbortController().signal)
    await begun.promise
    expect(limited.mock.calls).toEqual([[20_000]])
    time.abort(new DOMException('', 'TimeoutError'))
    await expect(fetching).rejects.toMatchObject({ name: 'ListRefused', message: 'not fetched' })
  } finally {
    limited.mockRestore()
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
})
