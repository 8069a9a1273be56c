import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from '../setup/build.mjs'
import { lastLines, run } from '../setup/command.mjs'
import { onExit } from '../setup/on-exit.mjs'
import { inRoot } from '../setup/paths.mjs'
import { startPostgres } from '../setup/postgres.mjs'
import { step } from '../setup/say.mjs'
import { TempResources } from '../setup/temp-resources.mjs'
import { UserError } from '../setup/user-error.mjs'

/** Installed on demand, from the registry, into a folder of the run: they are no dependencies of ours, nor is what imports them. */
const PEERS = ['better-auth@1.7.25', 'pg@8.23.1']

/** @param {TempResources} resources */
async function installPeers(resources) {
  const folder = resources.folder('peers')
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--save-exact']
  const { code, output } = await run('npm', ['install', ...flags, ...PEERS], { cwd: folder })
  if (code !== 0) throw new UserError(`The peers could not be installed:\n${lastLines(output, 8)}`)
  copyFileSync(inRoot('apps/api/test/bench/better-auth.txt'), join(folder, 'better-auth.mjs'))
  return folder
}

/**
 * Measures the hot paths against the least that the same work can cost on this machine, and with --peers against
 * better-auth, in one run.
 * @param {string[]} args
 */
export async function main(args) {
  const resources = new TempResources()
  onExit((code) => {
    void resources.close().finally(() => process.exit(code))
  })
  try {
    await ensureBuilt()
    const url = await step('Starting PostgreSQL', () => startPostgres(resources, { waitsForDisk: true }))
    const peers = args.includes('--peers')
      ? await step('Installing the peers', () => installPeers(resources))
      : undefined
    const bench = resources.start(process.execPath, [inRoot('apps/api/test/bench/bench.ts')], {
      env: { TEST_DATABASE_URL: url, BENCH_PEERS: peers },
    })
    return await bench.exited
  } finally {
    await resources.close()
  }
}
