import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import { OperatorError } from '../platform/operator-error.ts'
import type { Print } from './command.ts'

/** Runs one command of the operator, typed in the folder. @returns its exit code */
export type Operate = (words: readonly string[], print: Print, folder: string) => Promise<number>

const question = z.object({ words: z.array(z.string()), folder: z.string() })
const answer = z.union([z.object({ line: z.string() }), z.object({ exitCode: z.int() })])
const OWNER_ONLY = 0o600

/** Beside the embedded database, which only the server can open: access to the folder is access to the commands. */
const pathIn = (dataDir: string) => join(dataDir, 'operator.sock')
/** The longest path of a socket that all systems allow. */
const PATH_MAX_BYTES = 103
/** No socket, one that a killed server left, or a path that is too long for one. */
const NO_SERVER = new Set(['ENOENT', 'ECONNREFUSED', 'EINVAL', 'ENAMETOOLONG'])

/** Accepts commands for the running server. @returns a function that stops it */
export async function listenForOperator(dataDir: string, operate: Operate): Promise<() => Promise<void>> {
  const path = pathIn(dataDir)
  if (Buffer.byteLength(path) > PATH_MAX_BYTES) return async () => {}
  // The folder is locked, so an existing socket is left over from a process that has ended.
  rmSync(path, { force: true })
  const silent = new Set<Socket>()
  const server = createServer((socket) => {
    silent.add(socket)
    socket.on('close', () => silent.delete(socket))
    const say = (said: z.input<typeof answer>) => socket.write(`${JSON.stringify(said)}\n`)
    socket.on('error', () => socket.destroy())
    createInterface({ input: socket }).once('line', (text) => {
      silent.delete(socket)
      const ask = async () => {
        const { words, folder } = question.parse(JSON.parse(text))
        return operate(words, (line) => say({ line }), folder)
      }
      const end = (exitCode: number) => {
        say({ exitCode })
        socket.destroySoon()
      }
      ask().then(end, (error: unknown) => {
        say({ line: (error as Error).message })
        end(1)
      })
    })
  })
  server.listen(path)
  await once(server, 'listening')
  chmodSync(path, OWNER_ONLY)
  // Running commands are finished; connections without one are closed.
  return () =>
    new Promise((closed) => {
      server.close(() => closed())
      for (const socket of silent) socket.destroy()
    })
}

/** Has the running server run a command. @returns its exit code, or nothing when no server runs */
export async function askServer(dataDir: string, words: readonly string[], print: Print): Promise<number | undefined> {
  const socket = connect(pathIn(dataDir))
  try {
    await once(socket, 'connect')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (NO_SERVER.has(code)) return undefined
    throw new OperatorError(`The running server can't be asked: ${code}.`)
  }
  socket.write(`${JSON.stringify({ words, folder: process.cwd() })}\n`)
  for await (const text of createInterface({ input: socket })) {
    const said = answer.parse(JSON.parse(text))
    if ('exitCode' in said) return said.exitCode
    print(said.line)
  }
  print('The server ended before it answered.')
  return 1
}
