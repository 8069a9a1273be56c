import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parseAllDocuments, parse } from 'yaml'
import { PATH_OF_MACHINE, inRoot } from '../setup/paths.mjs'
import { filesBelow, read } from './tree.mjs'

/** @typedef {Record<string, any>} Yaml */

const folder = mkdtempSync(join(tmpdir(), 'avouch-deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const unit = read('deploy/systemd/avouch@.service')
/** @type {Yaml} */
const compose = parse(read('deploy/compose.yml'), { merge: true })
/** @type {Yaml[]} */
const manifests = parseAllDocuments(read('deploy/kubernetes/avouch.yaml')).map((document) => document.toJS())
/** @param {string} kind @returns {Yaml} */
const manifest = (kind) => manifests.find((one) => one['kind'] === kind) ?? {}
const containerfile = read('deploy/Containerfile')
const settings = Object.fromEntries(
  [...read('deploy/avouch.env').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
)
const drainSeconds = Number(settings['DRAIN_SECONDS'])
/** How long a process may take after it has drained. */
const LAST_SECONDS = 15
/** How long it may take to find out whether it is ready. */
const READY_SECONDS = 2

/** Names in all capitals that are no settings of the product. */
const OTHERS =
  /^(?:NODE_COMPILE_CACHE|BUILD_COMMIT|POSTGRES_\w+|DATABASE_PASSWORD|SITE|UPSTREAMS|AF_\w+|NET_BIND_SERVICE|EPERM|ALL|CMD|PATH)$/
/** What other files of the folder are about is proven beside them. */
const OURS =
  /^deploy\/(?:avouch\.env|Containerfile|compose\.yml|monitoring\/.*|systemd\/.*|proxies\/.*|kubernetes\/.*)$/

describe('the settings that the files name', () => {
  const known = new Set(
    [...read('docs/operating/settings.md').matchAll(/^\| ([A-Z][A-Z0-9_]+) \|/gm)].map(([, name]) => name),
  )
  /** As an assignment, a key, a name of Kubernetes, or with an underscore anywhere. */
  const NAMES =
    /\b(?<assigned>[A-Z][A-Z0-9_]+)(?==)|name: (?<listed>[A-Z][A-Z0-9_]+)|^\s+(?<key>[A-Z][A-Z0-9_]+):|(?<any>\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b)/gm

  test.each(filesBelow('deploy').filter((path) => OURS.test(path)))('OPS-42 %s: each is one of the product', (path) => {
    const named = [...read(path).matchAll(NAMES)].flatMap(({ groups }) => Object.values(groups ?? {}).filter(Boolean))
    expect(named.filter((name) => !known.has(name) && !OTHERS.test(name))).toEqual([])
  })

  test('OPS-42 the example has what production demands', () => {
    const needed = [
      'PUBLIC_URL',
      'DATABASE_URL',
      'MASTER_KEY_FILE',
      'SIGNING_KEYS_FILE',
      'IDENTITY_URL',
      'IDENTITY_CALLBACK_SECRET',
      'IDENTITY_TOKEN',
      'SMS_URL',
      'SMS_TOKEN',
      'TRUSTED_PROXIES',
    ]
    expect(needed.filter((name) => !(name in settings))).toEqual([])
    expect(settings['NODE_ENV']).toBe('production')
  })
})

describe('stopping', () => {
  const longest = drainSeconds + LAST_SECONDS

  test('OPS-43 every supervisor waits for longer than a process may take', () => {
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(longest)
    for (const name of ['product-1', 'product-2'])
      expect(Number.parseInt(compose['services'][name].stop_grace_period, 10)).toBeGreaterThan(longest)
    const pod = manifest('Deployment')['spec'].template.spec
    const preStop = Number(pod.containers[0].lifecycle.preStop.exec.command[1])
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(preStop + longest)
  })

  test('OPS-43 every balancer that asks notices before a process stops listening', () => {
    const [, inter, fall] = /check inter (\d+)s fall (\d+)/.exec(read('deploy/proxies/haproxy.cfg')) ?? []
    expect(Number(inter) * Number(fall)).toBeLessThan(drainSeconds)
    expect(Number(/health_interval (\d+)s/.exec(read('deploy/proxies/Caddyfile'))?.[1])).toBeLessThan(drainSeconds / 2)
    // A busy machine is no reason to take every process out: the server's own deadline comes first.
    expect(Number(/timeout check (\d+)s/.exec(read('deploy/proxies/haproxy.cfg'))?.[1])).toBeGreaterThan(READY_SECONDS)
    expect(Number(/health_timeout (\d+)s/.exec(read('deploy/proxies/Caddyfile'))?.[1])).toBeGreaterThan(READY_SECONDS)
    const { periodSeconds, failureThreshold } =
      manifest('Deployment')['spec'].template.spec.containers[0].readinessProbe
    expect(periodSeconds * failureThreshold).toBeLessThan(drainSeconds)
  })
})

describe('what a process may do', () => {
  test('OPS-44 containers run as a user of their own, read-only, without capabilities, and are asked whether they are ready', () => {
    expect(containerfile).toMatch(/^USER 10001:10001$/m)
    expect(containerfile).toMatch(/^HEALTHCHECK [^]*\/readyz/m)
    expect(containerfile.match(/^FROM .*$/gm)?.map((line) => /:24\.\d+\.\d+-/.test(line))).toEqual([true, true])
    for (const name of ['product-1', 'product-2', 'migrate']) {
      const { read_only, cap_drop, security_opt } = compose['services'][name]
      expect([read_only, cap_drop, security_opt]).toEqual([true, ['ALL'], ['no-new-privileges:true']])
    }
    for (const kind of ['Deployment', 'Job']) {
      const { securityContext, containers, initContainers, automountServiceAccountToken } =
        manifest(kind)['spec'].template.spec
      expect(securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 10001,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      expect(automountServiceAccountToken).toBe(false)
      for (const container of [...initContainers, ...containers]) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(container.resources.limits.memory).toBeDefined()
      }
    }
  })

  test('OPS-44 Kubernetes restarts what does not live, and sends visitors to what is ready; a disruption leaves most of it', () => {
    const { replicas, template, selector } = manifest('Deployment')['spec']
    const { startupProbe, readinessProbe, livenessProbe } = template.spec.containers[0]
    const paths = [startupProbe, readinessProbe, livenessProbe].map((probe) => probe.httpGet.path)
    expect(paths).toEqual(['/readyz', '/readyz', '/livez'])
    for (const { timeoutSeconds } of [readinessProbe, livenessProbe])
      expect(timeoutSeconds).toBeGreaterThan(READY_SECONDS)
    const { minAvailable, selector: guarded } = manifest('PodDisruptionBudget')['spec']
    expect(minAvailable).toBeLessThan(replicas)
    expect([
      guarded,
      { matchLabels: manifest('Service')['spec'].selector },
      { matchLabels: template.metadata.labels },
    ]).toEqual([selector, selector, selector])
  })
})

describe('the monitoring', () => {
  /** @param {string} name @returns {Yaml} */
  const jobOf = (name) => parse(read(`deploy/monitoring/${name}.yml`))['scrape_configs'][0]

  test('OPS-27 reads the port that each process has, as the job of the alerts', () => {
    for (const name of ['machine', 'compose', 'kubernetes'])
      expect([name, jobOf(name).job_name]).toEqual([name, 'avouch'])

    const ports = [...read('deploy/proxies/haproxy.cfg').matchAll(/server \w+ 127\.0\.0\.1:(\d+)/g)].map(
      ([, port]) => port,
    )
    const ofInstance = /METRICS_PORT=(\S+)/.exec(unit)?.[1] ?? ''
    expect(jobOf('machine').static_configs[0].targets).toEqual(
      ports.map((port) => `127.0.0.1:${ofInstance.replace('%i', String(port))}`),
    )

    const servers = ['product-1', 'product-2']
    const settingsOf = (/** @type {string} */ name) => compose['services'][name].environment
    expect(jobOf('compose').static_configs[0].targets).toEqual(
      servers.map((name) => `${name}:${settingsOf(name).METRICS_PORT}`),
    )

    const { ports: opened, env } = manifest('Deployment')['spec'].template.spec.containers[0]
    const port = opened.find((/** @type {Yaml} */ one) => one['name'] === 'metrics').containerPort
    expect(env).toContainEqual({ name: 'METRICS_PORT', value: String(port) })
    const { names, port: scraped } = jobOf('kubernetes').dns_sd_configs[0]
    const service = manifests.find((one) => names[0].startsWith(`${one['metadata'].name}.`))
    expect([service?.['kind'], service?.['spec'].clusterIP, scraped]).toEqual(['Service', 'None', port])
  })

  test('OPS-27 is all that reaches that port', () => {
    expect(unit).not.toMatch(/METRICS_HOST/)
    for (const name of ['product-1', 'product-2']) expect(compose['services'][name].ports).toBeUndefined()
    expect(compose['services'].prometheus.ports).toEqual(['127.0.0.1:9090:9090'])
    const [visitors, monitoring] = manifest('NetworkPolicy')['spec'].ingress
    expect(visitors).toEqual({ ports: [{ port: 'http' }] })
    expect(monitoring).toEqual({
      ports: [{ port: 'metrics' }],
      from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
    })
  })
})

test('OPS-49 image and CI have the Node that is pinned, and CI runs the whole proof on both kinds of Linux, and starts the product everywhere', () => {
  const brought = Object.values(JSON.parse(read('package.json')).optionalDependencies)
  const [pinned] = brought
  expect(brought).toEqual(brought.map(() => pinned))
  expect(read('Dockerfile')).toMatch(new RegExp(`^FROM docker.io/library/node:${pinned}-`, 'm'))
  expect(containerfile.match(/^FROM \S+:(?<version>[\d.]+)/gm)).toEqual(
    Array(2).fill(`FROM docker.io/library/node:${pinned}`),
  )
  /** @type {Yaml} */
  const ci = parse(read('.github/workflows/ci.yml'))
  for (const { steps } of Object.values(ci['jobs'])) {
    const versions = steps.flatMap((/** @type {Yaml} */ step) => step['with']?.['node-version'] ?? [])
    expect(versions).toEqual([pinned])
  }
  const whole = ci['jobs'].proof.strategy.matrix.include.filter((/** @type {Yaml} */ one) => one['run'] === 'npm test')
  expect(whole.map((/** @type {Yaml} */ one) => one['on'])).toEqual(['ubuntu-24.04', 'ubuntu-24.04-arm'])
  const systems = ci['jobs'].start.strategy.matrix.on.map((/** @type {string} */ on) => on.split('-')[0])
  expect(new Set(systems)).toEqual(new Set(['ubuntu', 'macos', 'windows']))
})

/** Where Debian puts it; undefined, with a line, where it is not installed. @param {string} name */
function find(name) {
  const PATH = [PATH_OF_MACHINE, '/usr/sbin', '/sbin'].join(delimiter)
  const { stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { env: { PATH }, encoding: 'utf8' })
  if (stdout.trim() === '') console.log(`not proven here, because ${name} is not installed`)
  return stdout.trim() || undefined
}

/** @param {string} command @param {string[]} args @param {Record<string, string>} [env] */
function accepts(command, args, env = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, ...env } })
  expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, ''])
}

/** @param {string} name @param {string} text */
function written(name, text) {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

/** A certificate for a moment. */
function certificate() {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=avouch.example', '-days', '1']
  execFileSync(
    programs.openssl ?? '',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      ...subject,
    ],
    { stdio: 'ignore' },
  )
  return { key, cert, both: written('both.pem', readFileSync(cert, 'utf8') + readFileSync(key, 'utf8')) }
}

const programs = {
  systemd: find('systemd-analyze'),
  haproxy: find('haproxy'),
  nginx: find('nginx'),
  caddy: find('caddy'),
  openssl: find('openssl'),
  promtool: find('promtool'),
}

describe('the programs that read the files accept them', () => {
  test.skipIf(!programs.systemd)('OPS-45 systemd, which finds little that the unit leaves open', () => {
    const known = unit
      .replaceAll('/usr/bin/node', process.execPath)
      .replaceAll('/opt/avouch', inRoot())
      .replaceAll('%i', '3001')
    const path = written('avouch.service', known.replace('/avouch.js', '/tools/run.mjs'))
    // An unknown setting is a line, and no failure.
    const { status, stderr } = spawnSync(programs.systemd ?? '', ['verify', path], { encoding: 'utf8' })
    expect([status, stderr.split('\n').filter((line) => line.includes('avouch.service'))]).toEqual([0, []])
    const { stdout } = spawnSync(programs.systemd ?? '', ['security', '--offline=true', '--no-pager', path], {
      encoding: 'utf8',
    })
    expect(Number(/exposure level for \S+: (\d+\.\d)/.exec(stdout)?.[1])).toBeLessThanOrEqual(2)
  })

  test.skipIf(!programs.haproxy || !programs.openssl)('OPS-45 HAProxy', () => {
    const text = read('deploy/proxies/haproxy.cfg').replace('/etc/haproxy/certificates/avouch.pem', certificate().both)
    accepts(programs.haproxy ?? '', ['-c', '-f', written('haproxy.cfg', text)])
  })

  test.skipIf(!programs.nginx || !programs.openssl)('OPS-45 nginx', () => {
    const { key, cert } = certificate()
    const site = read('deploy/proxies/nginx.conf')
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${cert};`)
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`)
    const text = `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${site}\n}\n`
    accepts(programs.nginx ?? '', ['-t', '-c', written('nginx.conf', text), '-p', folder])
  })

  test.skipIf(!programs.caddy)('OPS-45 Caddy', () => {
    const env = { SITE: 'avouch.example', UPSTREAMS: '127.0.0.1:3001 127.0.0.1:3002', HOME: folder }
    accepts(
      programs.caddy ?? '',
      ['adapt', '--validate', '--adapter', 'caddyfile', '--config', inRoot('deploy/proxies/Caddyfile')],
      env,
    )
  })

  test.skipIf(!programs.promtool).each(['machine', 'compose', 'kubernetes'])('OPS-27 Prometheus: %s', (name) => {
    const rules = written('alerts.yml', read('deploy/alerts.yml'))
    const text = read(`deploy/monitoring/${name}.yml`).replace(/rule_files: .*/, `rule_files: [${rules}]`)
    accepts(programs.promtool ?? '', ['check', 'config', written(`${name}.yml`, text)])
  })

  test('OPS-45 each proxy says who the visitor is, in place of what the visitor says, and hides what is for the operator', () => {
    expect(read('deploy/proxies/haproxy.cfg')).toContain('set-header X-Forwarded-For %[src]')
    expect(read('deploy/proxies/nginx.conf')).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
    expect(read('deploy/proxies/Caddyfile')).toContain('header_up X-Forwarded-For {remote_host}')
    for (const name of ['haproxy.cfg', 'nginx.conf', 'Caddyfile']) {
      const text = read(`deploy/proxies/${name}`)
      expect(['livez', 'readyz', 'metrics'].filter((path) => !text.includes(path))).toEqual([])
    }
  })
})
