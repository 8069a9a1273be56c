import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { KycStatus } from '@avouch/contract'
import { expect } from 'vitest'

/** The identity-check service for reconciliation: the outcome of each check, and the calls that it got. */
export async function startVendorWorld(token: string) {
  const known = new Map<string, KycStatus>()
  const documents = new Map<string, string>()
  const asked: string[] = []
  const erasures: { tc: string; done: boolean; traceparent: string | undefined }[] = []
  const answers: { status: number; body: string | undefined; headers: Record<string, string> } = {
    status: 200,
    body: undefined,
    headers: {},
  }
  let gathering = 0
  const gathered = new Set<() => void>()
  /** A barrier: the first ones wait for the others. */
  async function gather(): Promise<void> {
    if (gathering === 0) return
    await new Promise<void>((resolve) => {
      gathered.add(resolve)
      if (gathered.size < gathering) return
      gathering = 0
      for (const go of gathered) go()
    })
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const tc = decodeURIComponent(new URL(request.url ?? '', 'http://vendor').pathname.split('/').at(-1) ?? '')
    const isErasure = request.method === 'DELETE'
    const isClient = request.headers.authorization === `Bearer ${token}`
    const status = known.get(tc)
    const code = isClient
      ? answers.status !== 200
        ? answers.status
        : status === undefined && answers.body === undefined
          ? 404
          : 200
      : 401
    const told = { tc, status, timestamp: new Date().toISOString(), document_hash: documents.get(tc) }
    const body = answers.body ?? JSON.stringify(told)
    if (isErasure) {
      await gather()
      const done = isClient && answers.status === 200
      if (done) known.delete(tc)
      response.writeHead(done ? 204 : code, answers.headers).end()
      erasures.push({ tc, done, traceparent: request.headers['traceparent']?.toString() })
    } else {
      response
        .writeHead(code, { 'content-type': 'application/json', ...answers.headers })
        .end(code === 200 ? body : '{}')
      asked.push(tc)
    }
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/checks`,
    /** Its checks, by transaction code. */
    known,
    /** The document of a check, when it names one. */
    documents,
    asked,
    /** The requested erasures, and whether each was done. */
    erasures,
    /** Answers the next erasures once so many are waiting. */
    gatherErasures: (count: number) => void (gathering = count),
    /** The answer to every call, for a service that fails. */
    answers,
    timesAsked: (tc: string) => asked.filter((code) => code === tc).length,
    /** Resolves when the service got so many calls about the check. */
    async untilAsked(tc: string, times = 1): Promise<void> {
      await expect
        .poll(() => asked.filter((code) => code === tc).length, { interval: 10 })
        .toBeGreaterThanOrEqual(times)
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
