import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tellWhatIsSent } from '../support/world.ts'

/** Browsers report there what the policy of a page refused. */
const REPORTS = '/csp-report'

/**
 * Stands between a browser and the product: gives the browser an address of its own, tells what it sent, and hears of every
 * answer that is a refusal, which an engine without a console to read says nothing of.
 */
export async function startProxy(address: string, onRefusal: (text: string) => void) {
  const server = createServer((asked, answer) => {
    const { method, headers, url = '' } = asked
    const body: Buffer[] = []
    asked.on('data', (part: Buffer) => body.push(part))
    asked.on('end', () => {
      const sent = Buffer.concat(body)
      for (const said of [sent.toString(), headers.authorization, new URL(url).search.slice(1)])
        if (said) tellWhatIsSent({ said })
      if (new URL(url).pathname === REPORTS) onRefusal(`the policy was violated: ${sent.toString()}`)
      request(url, { method, headers: { ...headers, 'x-forwarded-for': address } }, (came) => {
        const { statusCode = 502 } = came
        if (statusCode >= 400) onRefusal(`${statusCode} ${method} ${url}`)
        answer.writeHead(statusCode, came.headers)
        came.pipe(answer)
      })
        .on('error', () => answer.destroy())
        .end(sent)
    })
  }).listen(0, '127.0.0.1')
  await new Promise((listens) => server.once('listening', listens))
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
