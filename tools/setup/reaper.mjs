// Cleans up after the process that started it, however that ended: its standard input is a pipe from there.
// Lines: "group <pid>" ends that process group, "folder <path>" removes that folder, "done" means nothing is left to do.
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { signalTree } from './process-tree.mjs'

const GRACE_MS = 2_000

/** @type {Set<number>} */
const groups = new Set()
/** @type {Set<string>} */
const folders = new Set()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

for await (const line of createInterface({ input: process.stdin })) {
  const [, what, rest = ''] = /^(\w+) ?(.*)$/.exec(line) ?? []
  if (what === 'group') groups.add(Number(rest))
  if (what === 'ended') groups.delete(Number(rest))
  if (what === 'folder') folders.add(rest)
  if (what === 'done') process.exit(0)
}

for (const group of groups) signalTree(group, 'SIGINT')
await sleep(GRACE_MS)
for (const group of groups) signalTree(group, 'SIGKILL')
await sleep(GRACE_MS / 10)
for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
