#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { listen, Refused } from './listen.ts'

const USAGE = `Usage: avouch listen --forward http://localhost:4000/webhooks/avouch [--url https://avouch.example]

Hands the events of your test intents on to an address of this machine, signed as every other one.

  --forward   the address of your webhook on this machine
  --url       the address of the product; by default AVOUCH_API_URL or AVOUCH_URL

The test key (avpk_test_…) is read from AVOUCH_KEY: arguments are seen by other programs.`

const WRONG_USE = 2

const isWeb = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** Ends with what to do. */
function stop(message: string, exitCode: number): never {
  console.error(message)
  process.exit(exitCode)
}

function readWords() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { forward: { type: 'string' }, url: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
  } catch {
    // An unknown option.
    return stop(USAGE, WRONG_USE)
  }
}

const { AVOUCH_KEY: apiKey = '', AVOUCH_URL, AVOUCH_API_URL } = process.env
const { positionals, values } = readWords()
if (values.help === true) {
  console.log(USAGE)
  process.exit(0)
}
const productUrl = values.url ?? AVOUCH_API_URL ?? AVOUCH_URL ?? ''
if (positionals.join(' ') !== 'listen' || !isWeb(values.forward ?? '')) stop(USAGE, WRONG_USE)
if (productUrl === '') stop('Where is the product? Set AVOUCH_URL, or use --url.', WRONG_USE)
if (!isWeb(productUrl)) stop('AVOUCH_URL, or --url, is no address: it begins with https:// or http://.', WRONG_USE)
if (!/^avpk_test_(?!\.*$)[\w.~+/-]+=*$/.test(apiKey)) stop('Set AVOUCH_KEY to a test key (avpk_test_…).', WRONG_USE)

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
const forwardTo = new URL(values.forward ?? '')
await listen({ productUrl, apiKey, forwardTo, print: console.log, signal: ending.signal }).catch((error: unknown) => {
  // The text of another error could hold an address or a header.
  stop(error instanceof Refused ? error.message : 'The listener failed.', 1)
})
