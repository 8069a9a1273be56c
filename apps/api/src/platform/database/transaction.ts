import { createExecutor, type Row, type Transaction } from './database.ts'
import type { Statement } from './round-trip.ts'

/** Runs statements in their order, and gives the rows of each. */
export type Send = (statements: readonly Statement[]) => Promise<readonly Row[][]>
type Line = {
  send: Send
  sendScript: (script: string) => Promise<unknown>
  /** What begins and ends it, where nothing else does. */
  begin?: readonly Statement[]
  commit?: readonly Statement[]
}

class TransactionOver extends Error {
  override readonly name = 'TransactionOver'
}

/** A transaction that begins with its first statement, and commits with its last one where the caller says which one that is. */
export function createTransaction({ send, sendScript, begin = [], commit = [] }: Line) {
  let waiting: readonly Statement[] = begin
  let state: 'new' | 'open' | 'committed' = 'new'

  async function run(statement: Statement, isLast: boolean): Promise<Row[]> {
    if (state === 'committed') throw new TransactionOver(`after the last statement: ${statement.text}`)
    const first = waiting
    waiting = []
    state = isLast ? 'committed' : 'open'
    return (await send([...first, statement, ...(isLast ? commit : [])]))[first.length] ?? []
  }

  const tx: Transaction = {
    ...createExecutor(
      (text, values) => run({ text, values }, false),
      async (script) => {
        const first = waiting
        waiting = []
        state = 'open'
        if (first.length > 0) await send(first)
        await sendScript(script)
      },
    ),
    ahead(text, values) {
      waiting = [...waiting, { text, values }]
    },
    lastly: (last) =>
      last(
        createExecutor(
          (text, values) => run({ text, values }, true),
          () => Promise.reject(new TransactionOver('a script is never the last statement')),
        ),
      ),
  }
  return {
    tx,
    isBegun: () => state !== 'new',
    /** Unless its last statement did. */
    async commit(): Promise<void> {
      const isEmpty = state === 'new' && waiting === begin
      if (state === 'committed' || isEmpty) return
      state = 'committed'
      const all = [...waiting, ...commit]
      waiting = []
      if (all.length > 0) await send(all)
    },
  }
}
