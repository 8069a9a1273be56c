import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { GOOD_PIN, OTHER_PIN, registered } from './support/builders.ts'
import { freePort } from './support/free-port.ts'
import { useTestApi } from './support/use-test-api.ts'

const the = useTestApi()
const folder = mkdtempSync(join(tmpdir(), 'avouch-proxies-'))
const running: ChildProcess[] = []
afterAll(() => {
  for (const child of running) child.kill()
  rmSync(folder, { recursive: true, force: true })
})

const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin`
const isHere = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`], { env: { PATH } }).status === 0
const exampleOf = (name: string) => readFileSync(resolve(import.meta.dirname, '../../../deploy/proxies', name), 'utf8')

/** The examples of `deploy/` in front of one server, without TLS. */
const PROXIES = {
  haproxy: (port: number, server: string) => {
    const [example = ''] = exampleOf('haproxy.cfg').split(/^ {2}server one/m)
    const own = example
      .replace('bind :80', `bind 127.0.0.1:${port}`)
      .replaceAll(/.*(?:bind :443|redirect scheme).*\n/g, '')
    return { text: `${own}  server one ${server}\n`, args: (file: string) => ['-db', '-f', file] }
  },
  nginx: (port: number, server: string) => {
    const example = exampleOf('nginx.conf').replaceAll(/^server \{\n {2}listen 80;[^}]*\}\n/gm, '')
    const own = example
      .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
      .replaceAll(/.*(?:ssl_certificate|server 127\.0\.0\.1:3002).*\n/g, '')
      .replace('127.0.0.1:3001', server)
    const text = `daemon off;\npid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${own}\n}\n`
    return { text, args: (file: string) => ['-p', folder, '-c', file] }
  },
}

for (const [program, configure] of Object.entries(PROXIES))
  test.skipIf(!isHere(program))(
    `A deletion with its body comes through ${program}, and is refused without the right PIN [ACCOUNT-02]`,
    { meta: { needs: program } },
    async () => {
      const [port, file] = [await freePort(), join(folder, `${program}.conf`)]
      const { text, args } = configure(port, new URL(the.api.baseUrl).host)
      writeFileSync(file, text)
      const child = spawn(program, args(file), { stdio: 'ignore', env: { PATH } })
      running.push(child)
      const front = `http://127.0.0.1:${port}`
      while ((await fetch(`${front}/livez`).catch(() => undefined))?.status !== 404) {
        if (child.exitCode !== null) throw new Error(`${program} did not start`)
        await pause(50)
      }
      const { bearer } = await registered(the.api)
      const remove = (pin: string) =>
        fetch(`${front}/auth/user`, {
          method: 'DELETE',
          headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
          body: JSON.stringify({ pin }),
        })
      expect((await remove(OTHER_PIN)).status).toBe(422)
      expect((await remove(GOOD_PIN)).status).toBe(204)
    },
  )
