import type { Labels, Meter } from './meter.ts'

const PREFIX = 'avouch_'
/** From an answer out of memory to one that waited for a PIN hash, an SMS gateway, and the deadline. */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** A meter that Prometheus can read. Its package is loaded only here, where an operator asks for metrics. */
export async function createPrometheus() {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })

  /** The package looks a series up by all its labels each time: on the hot paths each one is looked up once. */
  function series<Label extends string, Child>(
    labelNames: readonly Label[],
    childOf: (labels: Labels<Label>) => Child,
  ) {
    const known = new Map<string, Child>()
    return (labels: Labels<Label>): Child => {
      let key = ''
      for (const name of labelNames) key += `${labels[name]} `
      let child = known.get(key)
      if (child === undefined) {
        child = childOf(labels)
        known.set(key, child)
      }
      return child
    }
  }
  const optionsOf = <Label extends string>({
    name,
    help,
    labels = [],
  }: {
    name: string
    help: string
    labels?: readonly Label[]
  }) => ({
    name: PREFIX + name,
    help,
    labelNames: labels,
    registers: [registry],
  })

  const meter: Meter = {
    counter(metric) {
      const counter = new Counter(optionsOf(metric))
      const one = series(metric.labels ?? [], (labels) => counter.labels(labels))
      for (const labels of metric.from ?? []) one(labels).inc(0)
      return (labels, by = 1) => one(labels).inc(by)
    },
    histogram(metric) {
      const histogram = new Histogram({ ...optionsOf(metric), buckets: BUCKETS_S })
      const one = series(metric.labels ?? [], (labels) => histogram.labels(labels))
      return (labels, seconds) => one(labels).observe(seconds)
    },
    gauge(metric, read) {
      const gauge = new Gauge({
        ...optionsOf(metric),
        registers: [],
        async collect() {
          this.reset()
          for (const { labels, value } of await read()) this.labels(labels).set(value)
        },
      })
      registry.registerMetric(gauge)
    },
  }
  return { meter, contentType: registry.contentType, scrape: () => registry.metrics() }
}
