import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { parseAllDocuments, parse } from 'yaml'
import { PATH_OF_MACHINE, inRoot } from '../setup/paths.mjs'
import { filesBelow, read } from './tree.mjs'

/** @typedef {Record<string, any>} Yaml */

const folder = mkdtempSync(join(tmpdir(), 'avouch-deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const unit = read('deploy/systemd/avouch@.service')
const haproxy = read('deploy/proxies/haproxy.cfg')
const nginx = read('deploy/proxies/nginx.conf')
const caddy = read('deploy/proxies/Caddyfile')
const containerfile = read('deploy/Containerfile')
const settings = parseEnv(read('deploy/avouch.env'))
/** @type {Yaml} */
const { services } = parse(read('deploy/compose.yml'), { merge: true })
const SERVERS = ['product-1', 'product-2']
/** @type {Yaml[]} */
const manifests = parseAllDocuments(read('deploy/kubernetes/avouch.yaml')).map((document) => document.toJS())
/** @param {string} kind @returns {Yaml} */
const spec = (kind) => manifests.find((one) => one['kind'] === kind)?.['spec'] ?? {}
const pod = spec('Deployment')['template'].spec
const [server] = pod.containers

/** @param {string} text @param {RegExp} pattern */
const numbersIn = (text, pattern) => (pattern.exec(text) ?? []).slice(1).map(Number)

/** Names in all capitals that are no settings of the product. */
const OTHERS =
  /^(?:NODE_COMPILE_CACHE|BUILD_COMMIT|POSTGRES_\w+|DATABASE_PASSWORD|SITE|UPSTREAMS|AF_\w+|NET_BIND_SERVICE|EPERM|ALL|CMD|PATH)$/
/** As an assignment, a key, a name of Kubernetes, or with an underscore anywhere. */
const NAMES =
  /\b([A-Z][A-Z0-9_]+)(?==)|name: ([A-Z][A-Z0-9_]+)|^\s+([A-Z][A-Z0-9_]+):|(\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b)/gm

test.each(
  filesBelow('deploy').filter((path) =>
    /avouch\.env|Containerfile|compose\.yml|\/(?:monitoring|systemd|proxies|kubernetes)\//.test(path),
  ),
)('OPS-42 %s names settings of the product alone', (path) => {
  const known = Array.from(
    read('docs/operating/settings.md').matchAll(/^\| ([A-Z][A-Z0-9_]+) \|/gm),
    ([, name]) => name,
  )
  const named = [...read(path).matchAll(NAMES)].flatMap(([, ...groups]) => groups.filter(Boolean))
  expect(named.filter((name) => !known.includes(name) && !OTHERS.test(name))).toEqual([])
})

test('OPS-42 the example has what production demands', () => {
  const needed =
    'PUBLIC_URL DATABASE_URL MASTER_KEY_FILE SIGNING_KEYS_FILE IDENTITY_URL IDENTITY_CALLBACK_SECRET IDENTITY_TOKEN SMS_URL SMS_TOKEN TRUSTED_PROXIES'
  expect(Object.keys(settings)).toEqual(expect.arrayContaining(needed.split(' ')))
  expect(settings['NODE_ENV']).toBe('production')
})

const drainSeconds = Number(settings['DRAIN_SECONDS'])
/** How long a process may take to find out whether it is ready. */
const READY_SECONDS = 2

test('OPS-43 every supervisor waits for longer than a process may take', () => {
  const longest = drainSeconds + 15
  const graces = SERVERS.map((name) => Number.parseInt(services[name].stop_grace_period, 10))
  const afterStop = pod.terminationGracePeriodSeconds - Number(server.lifecycle.preStop.exec.command[1])
  for (const seconds of [...numbersIn(unit, /^TimeoutStopSec=(\d+)$/m), ...graces, afterStop])
    expect(seconds).toBeGreaterThan(longest)
})

test('OPS-43 every balancer that asks notices before a process stops listening', () => {
  const [every = 0, times = 0] = numbersIn(haproxy, /check inter (\d+)s fall (\d+)/)
  const [interval = 0] = numbersIn(caddy, /health_interval (\d+)s/)
  const { periodSeconds, failureThreshold } = server.readinessProbe
  for (const seconds of [every * times, interval * 2, periodSeconds * failureThreshold]) {
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThan(drainSeconds)
  }
  // A busy machine is no reason to take every process out: the server's own deadline comes first.
  for (const seconds of [...numbersIn(haproxy, /timeout check (\d+)s/), ...numbersIn(caddy, /health_timeout (\d+)s/)])
    expect(seconds).toBeGreaterThan(READY_SECONDS)
})

test('OPS-44 containers run as a user of their own, read-only, without capabilities, and are asked whether they are ready', () => {
  expect(containerfile).toMatch(/^USER 10001:10001$/m)
  expect(containerfile).toMatch(/^HEALTHCHECK [^]*\/readyz/m)
  for (const name of [...SERVERS, 'migrate'])
    expect(services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
  for (const kind of ['Deployment', 'Job']) {
    const { containers, initContainers, ...own } = spec(kind)['template'].spec
    const securityContext = { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } }
    expect(own).toMatchObject({ securityContext, automountServiceAccountToken: false })
    const confined = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } }
    for (const container of [...initContainers, ...containers]) {
      expect(container.securityContext).toEqual(confined)
      expect(container.resources.limits.memory).toBeDefined()
    }
  }
})

test('OPS-44 Kubernetes restarts what does not live, and sends visitors to what is ready; a disruption leaves most of it', () => {
  const { replicas, template, selector } = spec('Deployment')
  const probes = [server.startupProbe, server.readinessProbe, server.livenessProbe]
  expect(probes.map((probe) => probe.httpGet.path)).toEqual(['/readyz', '/readyz', '/livez'])
  for (const { timeoutSeconds } of probes.slice(1)) expect(timeoutSeconds).toBeGreaterThan(READY_SECONDS)
  const { minAvailable, selector: guarded } = spec('PodDisruptionBudget')
  expect(minAvailable).toBeLessThan(replicas)
  const labels = [spec('Service')['selector'], template.metadata.labels].map((matchLabels) => ({ matchLabels }))
  expect([guarded, ...labels]).toEqual([selector, selector, selector])
})

/** @param {string} name @returns {Yaml} */
const jobOf = (name) => parse(read(`deploy/monitoring/${name}.yml`))['scrape_configs'][0]

test('OPS-27 the monitoring reads the port that each process has, as the job of the alerts', () => {
  expect(['machine', 'compose', 'kubernetes'].map((name) => jobOf(name).job_name)).toEqual(Array(3).fill('avouch'))
  const ofInstance = /METRICS_PORT=(\S+)/.exec(unit)?.[1] ?? ''
  const ports = Array.from(haproxy.matchAll(/server \w+ 127\.0\.0\.1:(\d+)/g), ([, port = '']) =>
    ofInstance.replace('%i', port),
  )
  expect(jobOf('machine').static_configs[0].targets).toEqual(ports.map((port) => `127.0.0.1:${port}`))
  const targets = SERVERS.map((name) => `${name}:${services[name].environment.METRICS_PORT}`)
  expect(jobOf('compose').static_configs[0].targets).toEqual(targets)
  const { containerPort } = server.ports.find((/** @type {Yaml} */ one) => one['name'] === 'metrics')
  expect(server.env).toContainEqual({ name: 'METRICS_PORT', value: String(containerPort) })
  const { names, port } = jobOf('kubernetes').dns_sd_configs[0]
  const service = manifests.find((one) => names[0].startsWith(`${one['metadata'].name}.`))
  expect([service?.['kind'], service?.['spec'].clusterIP, port]).toEqual(['Service', 'None', containerPort])
})

test('OPS-27 the monitoring is all that reaches that port', () => {
  expect(unit).not.toMatch(/METRICS_HOST/)
  for (const name of SERVERS) expect(services[name].ports).toBeUndefined()
  expect(services['prometheus'].ports).toEqual(['127.0.0.1:9090:9090'])
  const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } }
  const monitoring = { ports: [{ port: 'metrics' }], from: [{ namespaceSelector }] }
  expect(spec('NetworkPolicy')['ingress'].slice(0, 2)).toEqual([{ ports: [{ port: 'http' }] }, monitoring])
})

test('OPS-49 image and CI have the Node that is pinned, and CI runs the whole proof on both kinds of Linux, and starts the product everywhere', () => {
  const brought = Object.values(JSON.parse(read('package.json')).optionalDependencies)
  const [pinned] = brought
  const images = `${containerfile}\n${read('Dockerfile')}`.match(/(?<=^FROM docker.io\/library\/node:)[\d.]+/gm)
  /** @type {Yaml} */
  const { jobs } = parse(read('.github/workflows/ci.yml'))
  const ofJobs = Object.values(jobs).map(({ steps }) =>
    steps.flatMap((/** @type {Yaml} */ step) => step['with']?.['node-version'] ?? []).join(),
  )
  expect(images).toHaveLength(3)
  expect(new Set([...brought, ...(images ?? []), ...ofJobs])).toEqual(new Set([pinned]))
  const whole = jobs.proof.strategy.matrix.include.filter((/** @type {Yaml} */ one) => one['run'] === 'npm test')
  expect(whole.map((/** @type {Yaml} */ one) => one['on'])).toEqual(['ubuntu-24.04', 'ubuntu-24.04-arm'])
  const systems = jobs.start.strategy.matrix.on.map((/** @type {string} */ on) => on.split('-')[0])
  expect(new Set(systems)).toEqual(new Set(['ubuntu', 'macos', 'windows']))
})

test('OPS-45 each proxy says who the visitor is, in place of what the visitor says, and hides what is for the operator', () => {
  expect(haproxy).toContain('set-header X-Forwarded-For %[src]')
  expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
  expect(caddy).toContain('header_up X-Forwarded-For {remote_host}')
  for (const text of [haproxy, nginx, caddy])
    for (const path of ['livez', 'readyz', 'metrics']) expect(text).toContain(path)
})

/** Undefined, with a line, where it is not installed. @param {string} name */
function find(name) {
  const PATH = [PATH_OF_MACHINE, '/usr/sbin', '/sbin'].join(delimiter)
  const { stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { env: { PATH }, encoding: 'utf8' })
  if (stdout.trim() === '') console.log(`not proven here, because ${name} is not installed`)
  return stdout.trim()
}
const programs = Object.fromEntries(
  ['systemd-analyze', 'haproxy', 'nginx', 'caddy', 'openssl', 'promtool'].map((name) => [name, find(name)]),
)

/** @param {string} name @param {string[]} args @param {Record<string, string>} [env] */
function ask(name, args, env = {}) {
  const { status, stdout, stderr } = spawnSync(programs[name] ?? '', args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { status, said: `${stdout}${stderr}` }
}

/** @param {string} name @param {string} text */
function written(name, text) {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

/** A certificate for a moment. */
function certificate() {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const args = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=avouch.example -days 1 -keyout ${key} -out ${cert}`
  execFileSync(programs['openssl'] ?? '', args.split(' '), { stdio: 'ignore' })
  return { key, cert, both: written('both.pem', readFileSync(cert, 'utf8') + readFileSync(key, 'utf8')) }
}

test.skipIf(!programs['systemd-analyze'])(
  'OPS-45 systemd accepts the unit, and finds little that it leaves open',
  () => {
    const known = unit
      .replaceAll('/usr/bin/node', process.execPath)
      .replaceAll('/opt/avouch', inRoot())
      .replaceAll('%i', '3001')
    const path = written('avouch.service', known.replace('/avouch.js', '/tools/run.mjs'))
    // An unknown setting is a line, and no failure.
    const { status, said } = ask('systemd-analyze', ['verify', path])
    expect([status, said.split('\n').filter((line) => line.includes('avouch.service'))]).toEqual([0, []])
    const [exposure] = numbersIn(
      ask('systemd-analyze', ['security', '--offline=true', '--no-pager', path]).said,
      /exposure level for \S+: (\d+\.\d)/,
    )
    expect(exposure).toBeLessThanOrEqual(2)
  },
)

/** @type {[string, () => string[], Record<string, string>?][]} */
const CHECKS = [
  [
    'haproxy',
    () => [
      '-c',
      '-f',
      written('haproxy.cfg', haproxy.replace('/etc/haproxy/certificates/avouch.pem', certificate().both)),
    ],
  ],
  [
    'nginx',
    () => {
      const { key, cert } = certificate()
      const site = nginx
        .replace(/ssl_certificate \S+;/, `ssl_certificate ${cert};`)
        .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`)
      const text = `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${site}\n}\n`
      return ['-t', '-c', written('nginx.conf', text), '-p', folder]
    },
  ],
  [
    'caddy',
    () => ['adapt', '--validate', '--adapter', 'caddyfile', '--config', inRoot('deploy/proxies/Caddyfile')],
    { SITE: 'avouch.example', UPSTREAMS: '127.0.0.1:3001 127.0.0.1:3002', HOME: folder },
  ],
]

for (const [name, args, env] of CHECKS)
  test.skipIf(!programs[name] || !programs['openssl'])(`OPS-45 ${name} accepts its file`, () => {
    const { status, said } = ask(name, args(), env)
    expect([status, status === 0 ? '' : said]).toEqual([0, ''])
  })

test.skipIf(!programs['promtool']).each(['machine', 'compose', 'kubernetes'])(
  'OPS-27 Prometheus accepts %s',
  (name) => {
    const rules = written('alerts.yml', read('deploy/alerts.yml'))
    const text = read(`deploy/monitoring/${name}.yml`).replace(/rule_files: .*/, `rule_files: [${rules}]`)
    const { status, said } = ask('promtool', ['check', 'config', written(`${name}.yml`, text)])
    expect([status, status === 0 ? '' : said]).toEqual([0, ''])
  },
)
