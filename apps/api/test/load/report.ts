import type { Recorded } from './journey.ts'

/** What servers and database had spent at a moment, and the memory of the largest process. */
export type Sample = { at: number; server: number; database: number; memory: number }
export type Step = {
  step: string
  requests: number
  failed: number
  'p50 ms': number
  'p95 ms': number
  'p99 ms': number
}

const percentile = (sorted: readonly number[], part: number): number =>
  Math.round(10 * (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)) / 10

/** A row for each step, in the order in which they came first. */
export function summarise(recorded: readonly Recorded[]): Step[] {
  return [...Map.groupBy(recorded, ({ step }) => step)].map(([step, all]) => {
    const times = all.map(({ ms }) => ms).toSorted((a, b) => a - b)
    return {
      step,
      requests: all.length,
      failed: all.filter(({ error }) => error !== undefined).length,
      'p50 ms': percentile(times, 0.5),
      'p95 ms': percentile(times, 0.95),
      'p99 ms': percentile(times, 0.99),
    }
  })
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function tableOf(rows: readonly object[]): string {
  const head = Object.keys(rows[0] ?? {}).map((title) => `<th>${escaped(title)}</th>`)
  const cells = (row: object) => Object.values(row).map((value) => `<td>${escaped(String(value))}</td>`)
  return `<table><tr>${head.join('')}</tr>${rows.map((row) => `<tr>${cells(row).join('')}</tr>`).join('')}</table>`
}

const BAR = 24
/** Marks at p50, p95 and p99 of each step, on a logarithmic scale from 1 ms to 10 s. */
function stepsPlot(steps: readonly Step[]): string {
  const x = (ms: number) => 220 + (560 * Math.log10(Math.min(10_000, Math.max(1, ms)))) / 4
  const grid = [1, 10, 100, 1_000, 10_000].map(
    (ms) => `<line x1="${x(ms)}" x2="${x(ms)}" y1="0" y2="${steps.length * BAR}" stroke="#ddd"/>
<text x="${x(ms)}" y="${steps.length * BAR + 14}" text-anchor="middle">${ms} ms</text>`,
  )
  const rows = steps.map((step, i) => {
    const y = i * BAR + BAR / 2
    const [p50, p95, p99] = [x(step['p50 ms']), x(step['p95 ms']), x(step['p99 ms'])]
    return `<text x="210" y="${y + 4}" text-anchor="end">${escaped(step.step)}</text>
<line x1="${p50}" x2="${p99}" y1="${y}" y2="${y}" stroke="#888"/><circle cx="${p50}" cy="${y}" r="5" fill="#0f766e"/>
<circle cx="${p95}" cy="${y}" r="4" fill="#d97706"/><circle cx="${p99}" cy="${y}" r="3" fill="#b91c1c"/>`
  })
  return `<svg viewBox="0 0 820 ${steps.length * BAR + 20}" font-family="sans-serif" font-size="12">${grid.join('')}${rows.join('')}</svg>`
}

type Line = { name: string; colour: string; points: readonly (readonly [number, number])[] }
const [WIDE, HIGH] = [740, 140]
/** Lines over the seconds of the run, from zero up to the highest of them. */
function linePlot(title: string, lines: readonly Line[]): string {
  const all = lines.flatMap(({ points }) => points)
  const [last, top] = [Math.max(1, ...all.map(([x]) => x)), Math.max(1, ...all.map(([, y]) => y))]
  const path = (points: Line['points']) =>
    points
      .map(([x, y]) => `${(50 + (WIDE * x) / last).toFixed(1)},${(10 + HIGH - (HIGH * y) / top).toFixed(1)}`)
      .join(' ')
  const drawn = lines.map(({ colour, points }) => `<polyline fill="none" stroke="${colour}" points="${path(points)}"/>`)
  const names = lines.map(
    ({ name, colour }, i) => `<text x="${60 + i * 180}" y="${HIGH + 30}" fill="${colour}">${name}</text>`,
  )
  return `<h3>${escaped(title)}</h3><svg viewBox="0 0 820 ${HIGH + 36}" font-family="sans-serif" font-size="12">
<text x="44" y="16" text-anchor="end">${Math.round(top)}</text><text x="44" y="${HIGH + 10}" text-anchor="end">0</text>
<line x1="50" x2="${50 + WIDE}" y1="${HIGH + 10}" y2="${HIGH + 10}" stroke="#888"/>${drawn.join('')}${names.join('')}</svg>`
}

/** Each second's 95th percentile and failures. */
function overTime(recorded: readonly Recorded[], from: number): [Line, Line] {
  const seconds = [...Map.groupBy(recorded, ({ at }) => Math.floor((at - from) / 1_000))].toSorted(([a], [b]) => a - b)
  const p95 = seconds.map(
    ([second, all]) =>
      [
        second,
        percentile(
          all.map(({ ms }) => ms).toSorted((a, b) => a - b),
          0.95,
        ),
      ] as const,
  )
  const failed = seconds.map(
    ([second, all]) => [second, all.filter(({ error }) => error !== undefined).length] as const,
  )
  return [
    { name: 'p95 ms of all steps', colour: '#d97706', points: p95 },
    { name: 'failed', colour: '#b91c1c', points: failed },
  ]
}

/** Processor time in per cent of one core, between samples. */
const spending = (samples: readonly Sample[], of: 'server' | 'database') =>
  samples.slice(1).map((sample, i) => {
    const before = samples[i] ?? sample
    return [sample.at, (sample[of] - before[of]) / (10 * Math.max(0.1, sample.at - before.at))] as const
  })

type Run = {
  machine: string
  arguments: string
  steps: Step[]
  figures: object
  recorded: readonly Recorded[]
  samples: readonly Sample[]
  from: number
}

/** One page that needs nothing else. */
export function loadPage({ machine, arguments: given, steps, figures, recorded, samples, from }: Run): string {
  const [p95, failed] = overTime(recorded, from)
  const cpu: Line[] = [
    { name: 'servers, % of a core', colour: '#0f766e', points: spending(samples, 'server') },
    { name: 'database', colour: '#1d4ed8', points: spending(samples, 'database') },
  ]
  const memory: Line = { name: 'MiB', colour: '#7c3aed', points: samples.map(({ at, memory: mib }) => [at, mib]) }
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Load</title>
<style>body{font:15px sans-serif;max-width:60rem;margin:2rem auto}table{border-collapse:collapse}td,th{padding:.2rem .6rem;border-bottom:1px solid #ddd;text-align:right}td:first-child,th:first-child{text-align:left}</style>
<h1>Whole journeys</h1><p>${escaped(machine)} ${escaped(given)}</p>${tableOf([figures])}
<h2>Steps</h2><p>p50 green, p95 orange, p99 red.</p>${stepsPlot(steps)}${tableOf(steps)}
<h2>Over time</h2>${linePlot('Latency', [p95])}${linePlot('Failures a second', [failed])}
${linePlot('Processor', cpu)}${linePlot('Memory of the largest process', [memory])}</html>\n`
}
