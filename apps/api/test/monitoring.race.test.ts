import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { registered } from './support/builders.ts'
import { useTestApi } from './support/use-test-api.ts'

const the = useTestApi({ METRICS_PORT: '0' })

const inRoot = (path: string) => resolve(import.meta.dirname, '../../..', path)
const RULES = inRoot('deploy/alerts.yml')
const rules = readFileSync(RULES, 'utf8')
/** Each rule as its lines. */
const alerts = rules.split(/^ {6}- alert: /m).slice(1)
const nameOf = (alert: string) => alert.split('\n')[0] ?? ''

type Panel = { title: string; targets: { expr: string }[] }
const { panels } = JSON.parse(readFileSync(inRoot('deploy/grafana-dashboard.json'), 'utf8')) as { panels: Panel[] }
const queries = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const))

const expressionOf = (alert: string) => /expr: (?:>\n)?(?<expr>[^]*?)\n {8}\w/.exec(alert)?.groups?.['expr'] ?? ''
const METRIC = /\b(?:avouch|nodejs|process)_\w+/g
/** In a selector, what a label has to be. */
const WANTED = /(?<metric>avouch_\w+)\{(?<matchers>[^}]*)\}/g
const MATCHER = /(?<label>\w+)=~?"(?<values>[^"]*)"/g
/** Labels that only come with traffic, or from Prometheus. */
const NOT_FROM_THE_START = new Set(['job', 'status', 'outcome'])

/** The checker of Debian's package prometheus. Where it is missing, only the form of the rules is tested. */
const PROMTOOL = 'promtool'

let text = ''
let known = new Set<string>()
beforeAll(async () => {
  await registered(the.api)
  text = await (await the.api.monitored('/metrics')).text()
  known = new Set(
    Array.from(text.matchAll(/^# TYPE (\w+) (\w+)$/gm), ([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ).flat(),
  )
})

const all = [...alerts.map((alert) => [nameOf(alert), expressionOf(alert)] as const), ...queries]

describe('alerts and dashboard', () => {
  test.each(all)('Alerts and dashboard read metrics that there are: %s [OPS-25]', (_name, expr) => {
    const read = Array.from(expr.matchAll(METRIC), ([name]) => name)
    expect(read.length).toBeGreaterThan(expr.includes('up{') ? -1 : 0)
    expect(read.filter((name) => !known.has(name))).toEqual([])
    for (const { groups: { metric = '', matchers = '' } = {} } of expr.matchAll(WANTED))
      for (const { groups: { label = '', values = '' } = {} } of matchers.matchAll(MATCHER)) {
        if (NOT_FROM_THE_START.has(label)) continue
        for (const value of values.split('|'))
          if (!metric.endsWith('_timestamp_seconds'))
            expect([
              metric,
              text.includes(`${metric}{`),
              new RegExp(`^${metric}\\{.*${label}="${value}"`, 'm').test(text),
            ]).toEqual([metric, true, true])
      }
  })

  test('Alerts have a severity, a summary, a time, and an entry in the runbook each [OPS-25]', () => {
    const runbook = readFileSync(inRoot('docs/runbook.md'), 'utf8')
    const entries = Array.from(runbook.matchAll(/^## (\w+)$/gm), ([, name]) => name)
    expect(entries).toEqual(alerts.map(nameOf))
    expect(alerts.length).toBeGreaterThan(15)
    for (const alert of alerts) {
      expect(alert).toMatch(/^Avouch[A-Za-z]+\n {8}expr: /)
      expect(alert).toMatch(/\n {8}labels: \{ severity: (?:critical|warning) \}\n {8}annotations:\n {10}summary: '.+'/)
      expect([nameOf(alert), /for: \d+m|\[\d+[mh]\]/.test(alert)]).toEqual([nameOf(alert), true])
    }
  })

  const isThere = spawnSync(PROMTOOL, ['--version']).status === 0
  test.skipIf(!isThere)('The alerts are rules that Prometheus takes (promtool) [OPS-25]', () => {
    expect(execFileSync(PROMTOOL, ['check', 'rules', RULES], { encoding: 'utf8' })).toContain('SUCCESS')
  })
})
