import type { Measured } from './load.ts'

/** A line of the table. `efficiency`: processor time of what it is compared with, for each of its own. */
export type Row = {
  work: string
  measured: Measured
  efficiency: number | undefined
  goal: number | undefined
}
type Comparison = { of: Measured | undefined; goal?: number; by?: 'cpu' | 'rate' }

/** Undefined where it was not part of this run. */
export function row(work: string, measured: Measured | undefined, against?: Comparison): Row[] {
  if (measured === undefined) return []
  const { of, goal, by = 'cpu' } = against ?? {}
  if (of === undefined) return [{ work, measured, efficiency: undefined, goal: undefined }]
  const efficiency = by === 'cpu' ? of.cpuMicros / measured.cpuMicros : measured.perSecond / of.perSecond
  return [{ work, measured, efficiency, goal }]
}

/** As the terminal shows it. */
export const lineOf = ({ work, measured, efficiency, goal }: Row) => ({
  work,
  'µs CPU': measured.cpuMicros,
  'server µs': measured.serverMicros,
  'per s': measured.perSecond,
  'p50 ms': measured.p50,
  'p95 ms': measured.p95,
  failed: measured.failed,
  ratio: efficiency?.toFixed(2) ?? '',
  goal: goal === undefined ? '' : `≥ ${goal}`,
  reached: goal === undefined || efficiency === undefined ? '' : efficiency >= goal ? 'yes' : 'no',
})

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const BAR = 22
/** A bar for each row: processor time, the goal as a mark. */
function plot(rows: readonly Row[]): string {
  const most = Math.max(...rows.map(({ measured }) => measured.cpuMicros))
  const bars = rows.map(({ work, measured: { cpuMicros }, efficiency, goal }, i) => {
    const missed = goal !== undefined && efficiency !== undefined && efficiency < goal
    const width = Math.max(2, Math.round((420 * cpuMicros) / most))
    const y = i * BAR
    const fill = work.endsWith('floor') ? '#9aa5b1' : missed ? '#c2410c' : '#1d6b52'
    return `<text x="290" y="${y + 15}" text-anchor="end">${escaped(work)}</text>
<rect x="300" y="${y + 4}" width="${width}" height="14" fill="${fill}"/><text x="${308 + width}" y="${y + 15}">${cpuMicros} µs</text>`
  })
  return `<svg viewBox="0 0 820 ${rows.length * BAR + 4}" role="img" font-family="sans-serif" font-size="12">${bars.join('\n')}</svg>`
}

export type Section = { name: string; rows: Row[]; load: string; steal: string }

/** One page that needs nothing else. */
export function reportPage(sections: readonly Section[], machine: string): string {
  const bodies = sections.map(({ name, rows, load, steal }) => {
    const lines = rows.map(lineOf)
    const head = Object.keys(lines[0] ?? {}).map((title) => `<th>${escaped(title)}</th>`)
    const body = lines.map(
      (line) =>
        `<tr>${Object.values(line)
          .map((value) => `<td>${escaped(String(value))}</td>`)
          .join('')}</tr>`,
    )
    return `<h2>${escaped(name)}</h2><p>Load ${load}, steal ${steal}.</p>${plot(rows)}
<table><tr>${head.join('')}</tr>${body.join('')}</table>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bench</title>
<style>body{font:15px sans-serif;max-width:60rem;margin:2rem auto}table{border-collapse:collapse}td,th{padding:.2rem .6rem;border-bottom:1px solid #ddd;text-align:right}td:first-child,th:first-child{text-align:left}</style>
<h1>Processor time for each request</h1><p>${escaped(machine)} A floor is the framework, the driver and one statement. Processor
time is that of the server and of PostgreSQL. A ratio is that of the floor's (or the row's it is compared with) to the row's own.</p>
${bodies.join('\n')}</html>\n`
}
