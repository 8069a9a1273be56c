import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import { callHolder, type Lock } from '../platform/folder-lock.mjs'
import { OperatorError } from '../platform/operator-error.ts'
import type { Print } from './command.ts'

/** Runs one command of the operator, typed in the folder. @returns its exit code */
export type Operate = (words: readonly string[], print: Print, folder: string) => Promise<number>

const question = z.object({ words: z.array(z.string()), folder: z.string() })
const answer = z.union([
  z.object({ holder: z.int(), takesCommands: z.boolean().default(false) }),
  z.object({ line: z.string() }),
  z.object({ exitCode: z.int() }),
])

/**
 * Accepts commands at the lock of the embedded database's folder: access to the folder is access to the commands.
 * @returns a function that stops it
 */
export function answerOperator(lock: Lock, operate: Operate): () => Promise<void> {
  const silent = new Set<Socket>()
  const running = new Set<Promise<void>>()
  const { answer: refuse } = lock
  lock.answer = (socket) => {
    silent.add(socket)
    socket.on('close', () => silent.delete(socket))
    const say = (said: z.input<typeof answer>) => socket.write(`${JSON.stringify(said)}\n`)
    say({ holder: process.pid, takesCommands: true })
    // A caller that hangs up, such as a process that only looks for the lock.
    const lines = createInterface({ input: socket }).on('error', () => socket.destroy())
    lines.once('line', (text) => {
      silent.delete(socket)
      const ask = async () => {
        const { words, folder } = question.parse(JSON.parse(text))
        return operate(words, (line) => say({ line }), folder)
      }
      const end = (exitCode: number) => {
        say({ exitCode })
        socket.destroySoon()
      }
      const command = ask()
        .then(end, (error: unknown) => {
          say({ line: (error as Error).message })
          end(1)
        })
        .finally(() => running.delete(command))
      running.add(command)
    })
  }
  // Running commands are finished; connections without one are closed.
  return async () => {
    lock.answer = refuse
    for (const socket of silent) socket.destroy()
    await Promise.all(running)
  }
}

async function reachHolder(dataDir: string): Promise<Socket | undefined> {
  try {
    return await callHolder(dataDir)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new OperatorError(`The running server can't be asked: ${code}.`)
  }
}

/** Has the running server run a command. @returns its exit code, or nothing when no server takes commands */
export async function askServer(dataDir: string, words: readonly string[], print: Print): Promise<number | undefined> {
  const socket = await reachHolder(dataDir)
  if (socket === undefined) return undefined
  let isAsked = false
  try {
    for await (const text of createInterface({ input: socket })) {
      const said = answer.parse(JSON.parse(text))
      if ('exitCode' in said) return said.exitCode
      if ('line' in said) print(said.line)
      else if (said.takesCommands) {
        isAsked = true
        socket.write(`${JSON.stringify({ words, folder: process.cwd() })}\n`)
      }
    }
  } catch (error) {
    // The holder ended while it was busy, before it accepted the connection.
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error
  }
  if (!isAsked) return undefined
  print('The server ended before it answered.')
  return 1
}
