import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'

export type InPieces = { url: string; serve: (html: string, firstLength: number) => void; close: () => void }

/** A server whose page stops in the middle: the rest is sent once the browser asks for it. */
export async function serveInPieces(): Promise<InPieces> {
  let pieces: [first: string, rest: string] = ['', '']
  let sendRest = () => {}
  const server = createServer((request, response) => {
    if (request.url !== '/') {
      if (request.url === '/rest') sendRest()
      response.writeHead(204).end()
      return
    }
    const [first, rest] = pieces
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.write(first)
    // It is asked for twice by a page that is slow to be painted.
    sendRest = () => void (response.writableEnded || response.end(rest))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    serve: (html, length) => void (pieces = [html.slice(0, length), html.slice(length)]),
    close: () => void server.close(),
  }
}

/** The rest is asked for when what is there was painted, or is not within a moment. */
export const askForTheRest = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const ask = () => void fetch('/rest')
    const seen = new MutationObserver(() => {
      if (document.querySelector('header a') === null) return
      seen.disconnect()
      requestAnimationFrame(() => requestAnimationFrame(ask))
      setTimeout(ask, 300)
    })
    seen.observe(document, { childList: true, subtree: true })
  })
