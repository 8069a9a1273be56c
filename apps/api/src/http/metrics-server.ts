import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Pages = {
  version: object
  contentType: string
  scrape: () => Promise<string>
}
export type MetricsServer = ReturnType<typeof createMetricsServer>

/** A separate port, for the operator's monitoring alone: no visitor's request leads there. */
export function createMetricsServer({ version, contentType, scrape }: Pages) {
  const pages: Record<string, () => Promise<{ type: string; body: string }>> = {
    '/metrics': async () => ({ type: contentType, body: await scrape() }),
    '/version': async () => ({ type: 'application/json; charset=utf-8', body: JSON.stringify(version) }),
  }
  const server = createServer((request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const page = isRead ? pages[request.url ?? ''] : undefined
    if (page === undefined) return void response.writeHead(404).end()
    page().then(
      ({ type, body }) => response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body),
      () => response.writeHead(500).end(),
    )
  })
  return {
    /** @returns the port, where 0 was asked for */
    listen: ({ port, host }: { port: number; host: string }): Promise<number> =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
      }),
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
