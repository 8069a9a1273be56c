import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { PATH_OF_MACHINE, inRoot } from '../setup/paths.mjs'
import { read } from './tree.mjs'

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
/** @param {string} name @returns {Yaml[]} */
const manifestsIn = (name) =>
  parseAllDocuments(read(`deploy/kubernetes/${name}.yaml`)).map((document) => document.toJS())
const manifests = ['deployment', 'migrations', 'services', 'guards', 'ingress'].flatMap(manifestsIn)
/** @param {string} kind @returns {Yaml} */
const spec = (kind) => manifests.find((one) => one['kind'] === kind)?.['spec'] ?? {}
const pod = spec('Deployment')['template'].spec
const [server] = pod.containers
/** @param {string} text @param {RegExp} pattern */
const numbersIn = (text, pattern) => (pattern.exec(text) ?? []).slice(1).map(Number)

/** @param {string} text */
const rowsOf = (text) => Array.from(text.matchAll(/^\| ([A-Z][A-Z0-9_]+) \|/gm), ([, name]) => name)
const described = read('docs/operating/settings.md')

test('Each setting of the product is described, and no other', () => {
  const known = Array.from(read('apps/api/src/config/env.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm), ([, name]) => name)
  const [, ofProduct = ''] = described.split('## Settings of the product')
  expect(known.length).toBeGreaterThan(0)
  expect(new Set(rowsOf(ofProduct))).toEqual(new Set(known))
})

test('The files of deploy/ name settings of the product alone, and the example has what production demands [OPS-57]', () => {
  const known = [...rowsOf(described), 'NODE_COMPILE_CACHE', 'BUILD_COMMIT']
  const named = [
    ...(read('deploy/avouch.env').match(/(?<=^#? ?)[A-Z][A-Z0-9_]+(?==)/gm) ?? []),
    ...(`${unit}\n${containerfile}`.match(/(?<=^(?:Environment=|ENV ).*)\b[A-Z][A-Z0-9_]+(?==)/gm) ?? []),
    ...SERVERS.flatMap((name) => Object.keys(services[name].environment)),
    ...server.env.map((/** @type {Yaml} */ one) => one['name']),
  ]
  expect(named.filter((name) => !known.includes(name))).toEqual([])
  const needed =
    'NODE_ENV PUBLIC_URL DATABASE_URL MASTER_KEY_FILE SIGNING_KEYS_FILE IDENTITY_URL IDENTITY_CALLBACK_SECRET IDENTITY_TOKEN SMS_URL SMS_TOKEN TRUSTED_PROXIES'
  expect(Object.keys(settings)).toEqual(expect.arrayContaining(needed.split(' ')))
})

test('Supervisors wait for longer than a process may take, and balancers notice before it stops listening [OPS-16]', () => {
  const drains = Number(settings['DRAIN_SECONDS'])
  const graces = SERVERS.map((name) => Number.parseInt(services[name].stop_grace_period, 10))
  const afterStop = pod.terminationGracePeriodSeconds - Number(server.lifecycle.preStop.exec.command[1])
  for (const seconds of [...numbersIn(unit, /^TimeoutStopSec=(\d+)$/m), ...graces, afterStop])
    expect(seconds).toBeGreaterThan(drains + 15)
  const [every = 0, times = 0] = numbersIn(haproxy, /check inter (\d+)s fall (\d+)/)
  const [interval = 0] = numbersIn(caddy, /health_interval (\d+)s/)
  const { periodSeconds, failureThreshold } = server.readinessProbe
  for (const seconds of [every * times, interval * 2, periodSeconds * failureThreshold]) {
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThan(drains)
  }
  // A busy machine is no reason to take every process out: a process takes up to two seconds to find out whether it is ready.
  const asked = [numbersIn(haproxy, /timeout check (\d+)s/), numbersIn(caddy, /health_timeout (\d+)s/)].flat()
  for (const seconds of [...asked, server.readinessProbe.timeoutSeconds]) expect(seconds).toBeGreaterThan(2)
})

test('Containers run as a user of their own, read-only, without capabilities, and are asked whether they live and are ready [OPS-45]', () => {
  expect(containerfile).toMatch(/^USER 10001:10001$[^]*^HEALTHCHECK [^]*\/readyz/m)
  const locked = { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] }
  for (const name of [...SERVERS, 'migrate']) expect(services[name]).toMatchObject(locked)
  const pods = ['Deployment', 'Job'].map((kind) => spec(kind)['template'].spec)
  for (const { securityContext } of pods)
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 })
  const withKeys = manifestsIn('keys')[0]?.['spec'].template.spec
  const confined = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } }
  for (const container of [...pods.flatMap(({ containers }) => containers), ...withKeys.initContainers])
    expect(container.securityContext).toEqual(confined)
  const probes = [server.startupProbe, server.readinessProbe, server.livenessProbe]
  expect(probes.map((probe) => probe.httpGet.path)).toEqual(['/readyz', '/readyz', '/livez'])
})

test('The monitoring reads the port that each process has, and is all that reaches it [OPS-45]', () => {
  /** @param {string} name @returns {Yaml} */
  const monitoring = (name) => parse(read(`deploy/monitoring/${name}.yml`))
  /** @param {string} name @returns {Yaml} */
  const jobOf = (name) => monitoring(name)['scrape_configs'][0]
  for (const { global } of ['machine', 'compose', 'kubernetes'].map(monitoring))
    expect(global.evaluation_interval).toBe(global.scrape_interval)
  expect(['machine', 'compose', 'kubernetes'].map((name) => jobOf(name).job_name)).toEqual(Array(3).fill('avouch'))
  const ofUnit = /METRICS_PORT=(\S+)/.exec(unit)?.[1] ?? ''
  const ports = haproxy.match(/(?<=server \w+ 127.0.0.1:)\d+/g) ?? []
  const targets = ports.map((port) => `127.0.0.1:${ofUnit.replace('%i', port)}`)
  expect(jobOf('machine').static_configs[0].targets).toEqual(targets)
  const ofServices = SERVERS.map((name) => `${name}:${services[name].environment.METRICS_PORT}`)
  expect(jobOf('compose').static_configs[0].targets).toEqual(ofServices)
  const { port } = jobOf('kubernetes').dns_sd_configs[0]
  expect(server.env).toContainEqual({ name: 'METRICS_PORT', value: String(port) })
  expect(server.ports).toContainEqual({ name: 'metrics', containerPort: port })
  expect(unit).not.toMatch(/METRICS_HOST/)
  for (const name of SERVERS) expect(services[name].ports).toBeUndefined()
  expect(services['prometheus'].ports).toEqual(['127.0.0.1:9090:9090'])
  const [, { ports: guarded, from }] = spec('NetworkPolicy')['ingress']
  expect([guarded, from]).toEqual([[{ port: 'metrics' }], [{ namespaceSelector: expect.anything() }]])
})

test('Each proxy states the visitor’s address in place of what the visitor claims, and hides the operator’s endpoints [OPS-45]', () => {
  expect(haproxy).toContain('set-header X-Forwarded-For %[src]')
  expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
  expect(caddy).toContain('header_up X-Forwarded-For {remote_host}')
  expect(haproxy).toContain('return status 404 if { path /livez /readyz /metrics }')
  expect(nginx).toMatch(/location ~ \^\/\(livez\|readyz\|metrics\)\$ \{\s+return 404;/)
  expect(caddy).toMatch(/@internal path \/livez \/readyz \/metrics\s+respond @internal 404/)
})

/** @param {string[]} words @param {Record<string, string>} [more] */
function ask([program = '', ...args], more) {
  const env = { ...process.env, PATH: `${PATH_OF_MACHINE}:/usr/sbin:/sbin`, HOME: folder, ...more }
  const { status: code, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env })
  return { code, said: `${stdout}${stderr}` }
}
const isHere = (/** @type {string} */ program) => ask(['sh', '-c', `command -v ${program}`]).code === 0
/** @param {string} name @param {string} text */
function written(name, text) {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const needs = (/** @type {string} */ program) => ({ meta: { needs: program } })

test.skipIf(!isHere('systemd-analyze'))(
  'The unit is accepted by systemd, and leaves little open [OPS-45]',
  needs('systemd-analyze'),
  () => {
    const known = unit.replaceAll('/usr/bin/node', process.execPath).replaceAll('/opt/avouch', inRoot())
    const path = written('avouch.service', known.replaceAll('%i', '3001').replaceAll('/avouch.js', '/tools/run.mjs'))
    // An unknown setting is a line, and no failure.
    const { code, said } = ask(['systemd-analyze', 'verify', path])
    expect([code, said.split('\n').filter((line) => line.includes('avouch.service'))]).toEqual([0, []])
    const security = ask(['systemd-analyze', 'security', '--offline=true', '--no-pager', path]).said
    expect(numbersIn(security, /exposure level for \S+: (\d+\.\d)/)[0]).toBeLessThanOrEqual(2)
  },
)

test.skipIf(!isHere('kubectl'))(
  'Each pod on Kubernetes gets the keys by one block, and the Ingress leads no visitor to the operator’s endpoints [OPS-45]',
  needs('kubectl'),
  () => {
    const { code, said } = ask(['kubectl', 'kustomize', inRoot('deploy/kubernetes')])
    expect(code).toBe(0)
    /** @type {Yaml[]} */
    const rendered = parseAllDocuments(said).map((document) => document.toJS())
    const pods = rendered.flatMap(({ kind, spec: { template } }) =>
      /Deployment|Job/.test(kind) ? [template.spec] : [],
    )
    expect(pods).toHaveLength(2)
    for (const { initContainers, containers, volumes } of pods) {
      expect(initContainers).toMatchObject([{ name: 'keys' }])
      expect(containers[0].env).toContainEqual({ name: 'MASTER_KEY_FILE', value: '/run/keys/master.json' })
      expect(volumes).toContainEqual({ name: 'secret-keys', secret: { secretName: 'avouch-keys' } })
    }
    const [{ http }] = spec('Ingress')['rules']
    const hidden = http.paths.filter((/** @type {Yaml} */ { backend }) => backend.service.name === 'avouch-nobody')
    expect(hidden.map((/** @type {Yaml} */ { path }) => path)).toEqual(['/livez', '/readyz'])
  },
)

/** @param {string} text */
const here = (text) => text.replaceAll(/\/etc\/\w+\/certificates/g, folder)
const site = `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${here(nginx)}\n}\n`
const PROXIES = [
  ['haproxy', '-c', '-f', written('haproxy.cfg', here(haproxy))],
  ['nginx', '-t', '-p', folder, '-c', written('nginx.conf', site)],
  ['caddy', 'validate', '--config', inRoot('deploy/proxies/Caddyfile')],
]
for (const words of PROXIES)
  test.skipIf(!words.slice(0, 1).every(isHere))(`${words[0]} accepts its file [OPS-45]`, needs(`${words[0]}`), () => {
    const pem = join(folder, 'avouch.pem')
    const certificate = `req -x509 -newkey rsa -nodes -subj /CN=avouch.example -keyout ${folder}/avouch.key -out ${pem}`
    expect(ask(['openssl', ...certificate.split(' ')])).toMatchObject({ code: 0 })
    // With its key, as HAProxy has it.
    writeFileSync(pem, readFileSync(join(folder, 'avouch.key')), { flag: 'a' })
    const said = ask(words, { SITE: 'avouch.example', UPSTREAMS: '127.0.0.1:3001 127.0.0.1:3002' })
    expect(said).toEqual({ code: 0, said: expect.anything() })
  })

test.skipIf(!isHere('promtool'))(
  'Prometheus takes the alerts, and those that are simulated ring when they should [OPS-45]',
  needs('promtool'),
  () => {
    expect(ask(['promtool', 'check', 'rules', inRoot('deploy/alerts.yml')])).toMatchObject({ code: 0 })
    const tested = ask(['promtool', 'test', 'rules', inRoot('tools/check/alerts.test.yml')])
    expect(tested).toEqual({ code: 0, said: expect.stringContaining('SUCCESS') })
  },
)
