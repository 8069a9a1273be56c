import type { Recorded } from './journey.ts'

/** Milliseconds that servers and database had spent at a second of the run, and the memory of the largest process. */
export type Sample = { at: number; server: number; database: number; memory: number }
type Point = readonly [second: number, value: number]

const COLOURS = ['#0f766e', '#d97706']
/** In milliseconds. */
function percentilesOf(recorded: readonly Recorded[]): [number, number, number] {
  const sorted = recorded.map(({ ms }) => ms).toSorted((one, other) => one - other)
  const of = (part: number) => Math.round(10 * (sorted[Math.floor(sorted.length * part)] ?? 0)) / 10
  return [of(0.5), of(0.95), of(0.99)]
}
const failuresIn = (recorded: readonly Recorded[]) => recorded.filter(({ error }) => error !== undefined).length

/** A row for each step, in the order in which they came first. */
export const summarise = (recorded: readonly Recorded[]) =>
  [...Map.groupBy(recorded, ({ step }) => step)].map(([step, all]) => {
    const [p50, p95, p99] = percentilesOf(all)
    return { step, requests: all.length, failed: failuresIn(all), 'p50 ms': p50, 'p95 ms': p95, 'p99 ms': p99 }
  })

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Times have a bar, on a logarithmic scale up to 10 s. */
function tableOf(rows: readonly object[]): string {
  const head = Object.keys(rows[0] ?? {}).map((title) => `<th>${escaped(title)}</th>`)
  const cells = (row: object) =>
    Object.entries(row).map(([title, value]) => {
      const bar = title.endsWith(' ms') ? ` style="--bar:${25 * Math.log10(Math.max(1, Number(value)))}%"` : ''
      return `<td${bar}>${escaped(String(value))}</td>`
    })
  return `<table><tr>${head.join('')}</tr>${rows.map((row) => `<tr>${cells(row).join('')}</tr>`).join('')}</table>`
}

/** Lines over the seconds of the run, from zero up to the highest of them. */
function linePlot(title: string, lines: Readonly<Record<string, readonly Point[]>>): string {
  const all = Object.values(lines).flat()
  const [last, top] = [Math.max(1, ...all.map(([x]) => x)), Math.max(1, ...all.map(([, y]) => y))]
  const drawn = Object.entries(lines).map(([name, points], i) => {
    const path = points.map(([x, y]) => `${(50 + (740 * x) / last).toFixed(1)},${(150 - (140 * y) / top).toFixed(1)}`)
    return `<polyline fill="none" stroke="${COLOURS[i]}" points="${path.join(' ')}"/>
<text x="${60 + i * 180}" y="170" fill="${COLOURS[i]}">${name}</text>`
  })
  const axis = `<text x="44" y="16" text-anchor="end">${Math.round(top)}</text><text x="44" y="150" text-anchor="end">0</text>`
  return `<h3>${title}</h3><svg viewBox="0 0 820 176" font-family="sans-serif" font-size="12">${axis}${drawn.join('')}</svg>`
}

type Run = { machine: string; steps: readonly object[]; figures: object; samples: readonly Sample[]; from: number }

/** One page that needs nothing else. */
export function loadPage({ machine, steps, figures, samples, from }: Run, recorded: readonly Recorded[]): string {
  const seconds = [...Map.groupBy(recorded, ({ at }) => Math.floor((at - from) / 1_000))].toSorted(([a], [b]) => a - b)
  /** In per cent of one core, between samples. */
  const spending = (of: 'server' | 'database') =>
    samples.slice(1).map((sample, i): Point => {
      const before = samples[i] ?? sample
      return [sample.at, (sample[of] - before[of]) / (10 * Math.max(0.1, sample.at - before.at))]
    })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Load</title>
<style>body{font:15px sans-serif;max-width:60rem;margin:2rem auto}td,th{min-width:5rem;padding:.2rem .6rem;border-bottom:1px solid #ddd;text-align:right}td{background:linear-gradient(to right,#9ccfc8 var(--bar,0),transparent 0)}td:first-child,th:first-child{text-align:left}</style>
<h1>Whole journeys</h1><p>${escaped(machine)}</p>${tableOf([figures])}
<h2>Steps</h2><p>Bars are logarithmic: a quarter is 10 ms, a half 100 ms, all of it 10 s.</p>${tableOf(steps)}
<h2>Over time</h2>${linePlot('Latency', { 'p95 ms of all steps': seconds.map(([at, all]): Point => [at, percentilesOf(all)[1]]) })}
${linePlot('Failures', { 'each second': seconds.map(([at, all]): Point => [at, failuresIn(all)]) })}
${linePlot('Processor', { 'servers, % of a core': spending('server'), database: spending('database') })}
${linePlot('Memory', { 'MiB of the largest process': samples.map(({ at, memory }): Point => [at, memory]) })}</html>\n`
}
