import { execFile } from 'node:child_process'
import { Console } from 'node:console'
import { promisify } from 'node:util'
import { type Site, startSite } from '../load/site.ts'
import { startPartnerWorld } from '../support/partner-world.ts'

const PATHS = ['/', '/auth/login', '/auth/register']
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const FLAGS = '--headless=new --no-sandbox --disable-background-networking --disable-gpu --no-first-run'
const POINTS = ['performance', 'accessibility']
const AUDITS = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift', 'total-byte-weight']
type Result = { audits: Record<string, { numericValue: number }>; categories: Record<string, { score: number }> }

/** Lighthouse's own mobile preset: a slow line, a slow phone, nothing cached. */
async function look(address: string): Promise<(number | undefined)[]> {
  const words = [address, '--quiet', '--output=json', `--only-categories=${POINTS.join()}`, `--chrome-flags=${FLAGS}`]
  const ran = promisify(execFile)('lighthouse', words, { maxBuffer: 2 ** 26 })
  // Now and then a trace of Chromium lacks the begin of the navigation, which says nothing about the page.
  const { stdout } = await ran.catch((error: Error & { stdout: string }) => error)
  const { audits, categories } = JSON.parse(stdout) as Result
  return [...AUDITS.map((name) => audits[name]?.numericValue), ...POINTS.map((name) => categories[name]?.score)]
}

const world = await startPartnerWorld({})
const programs = { product: process.env['BENCH_PRODUCT'], 'other build': process.env['BENCH_OTHER'] }
const [servers, rows]: [{ name: string; site: Site }[], object[]] = [[], []]
for (const [name, main] of Object.entries(programs))
  if (main) servers.push({ name, site: await startSite(world, main) })
for (const path of PATHS) {
  const seen = servers.map(({ name, site }) => ({
    name,
    address: site.url + path,
    rounds: [] as (number | undefined)[][],
  }))
  for (let n = 0; n < ROUNDS; n++) for (const { address, rounds } of seen) rounds.push(await look(address))
  for (const { name, rounds } of seen) {
    const medians = [...AUDITS, ...POINTS].map((title, i) => {
      const known = rounds.flatMap((one) => one[i] ?? [])
      return [title, Number(known.toSorted((one, other) => one - other)[known.length >> 1]?.toFixed(3))] as const
    })
    rows.push({ path, by: name, ...Object.fromEntries(medians) })
  }
}
new Console(process.stdout).table(rows)
for (const { site } of servers) await site.stop()
await world.close()
