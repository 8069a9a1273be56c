import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

const PATIENCE_MS = 20_000

/** The SMS gateway, and the receiver of the website's events. */
export async function startGateway() {
  const waiting = new Map<string, (code: string) => void>()
  const server = createServer((request, response) => {
    const answer = async () => {
      const body = await text(request)
      response.writeHead(request.url === '/sms' ? 202 : 204).end()
      if (request.url !== '/sms') return
      const sms = JSON.parse(body) as { to: string; text: string }
      const code = /^[0-9]{6}/.exec(sms.text)?.[0]
      if (code !== undefined) waiting.get(sms.to)?.(code)
    }
    answer().catch((error: Error) => response.destroy(error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The code of the next SMS to a number. Ask before it is sent. */
    next: (number: string): Promise<string> => {
      const coming = new Promise<string>((arrived, late) => {
        const timer = setTimeout(() => late(new Error('no SMS came')), PATIENCE_MS)
        waiting.set(number, (code) => {
          clearTimeout(timer)
          waiting.delete(number)
          arrived(code)
        })
      })
      // The step that would wait for it may fail first.
      coming.catch(() => {})
      return coming
    },
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
export type Gateway = Awaited<ReturnType<typeof startGateway>>
