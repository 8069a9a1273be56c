import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from '../setup/build.mjs'
import { lastLines, runNpm } from '../setup/command.mjs'
import { requireProgram } from '../setup/machine.mjs'
import { onExit } from '../setup/on-exit.mjs'
import { inRoot } from '../setup/paths.mjs'
import { startPostgres } from '../setup/postgres.mjs'
import { step } from '../setup/say.mjs'
import { TempResources } from '../setup/temp-resources.mjs'
import { UserError } from '../setup/user-error.mjs'

/** Installed on demand, from the registry, into a folder of the run: they are no dependencies of ours, nor is what imports them. */
const PEERS = ['better-auth@1.7.25', '@node-oauth/oauth2-server@5.3.0', 'pg@8.23.1']
const SERVERS = ['better-auth', 'oauth-server']
const REPORT = 'bench/index.html'

/** @param {TempResources} resources */
async function installPeers(resources) {
  const folder = resources.folder('peers')
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--save-exact']
  const { code, output } = await runNpm(['install', ...flags, ...PEERS], { cwd: folder })
  if (code !== 0) throw new UserError(`The peers could not be installed:\n${lastLines(output, 8)}`)
  for (const name of SERVERS) copyFileSync(inRoot(`apps/api/test/bench/${name}.txt`), join(folder, `${name}.mjs`))
  return folder
}

/**
 * Measures the hot paths against the least that the same work can cost on this machine, and with --peers against other
 * servers, in one run. Words choose what is measured.
 * @param {string[]} args
 */
export async function main(args) {
  const resources = new TempResources()
  onExit((code) => {
    void resources.close().finally(() => process.exit(code))
  })
  try {
    await ensureBuilt(['web', 'api'])
    await requireProgram('wrk')
    const url = await step('Starting PostgreSQL', () => startPostgres(resources, { waitsForDisk: true }))
    const peers = args.includes('--peers')
      ? await step('Installing the peers', () => installPeers(resources))
      : undefined
    const bench = resources.start(process.execPath, [inRoot('apps/api/test/bench/bench.ts'), ...args], {
      env: { TEST_DATABASE_URL: url, BENCH_PEERS: peers, BENCH_REPORT: inRoot(REPORT) },
    })
    return await bench.exited
  } finally {
    await resources.close()
  }
}
