import { AsyncLocalStorage } from 'node:async_hooks'

export type Attributes = Readonly<Record<string, string | number>>

/** One piece of work, of which others may be parts. */
export type Span = {
  /** Of the work that this process asks others to do for it (W3C Trace Context). */
  traceparent: string
  /** `failed`: it went wrong. What went wrong is for the log: a message may hold values. */
  end: (result?: { attributes?: Attributes; failed?: boolean }) => void
}
type Begin = {
  /** A request that came, a job, a call of others or a statement, something within the process. */
  kind: 'server' | 'consumer' | 'client' | 'internal'
  attributes?: Attributes
  /** The traceparent of the caller, where it is to be believed. */
  remote?: string | undefined
}
export type Tracer = {
  isOn: boolean
  /** Begins a request or a job, or a part of one: calls and statements that belong to none would be a trace each second. */
  begin: (name: string, begin: Begin) => Span | undefined
  stop: () => Promise<void>
}

export const NO_TRACER: Tracer = { isOn: false, begin: () => undefined, stop: async () => {} }

const storage = new AsyncLocalStorage<Span>()

/** What is going on: spans that begin within it are its parts. */
export const currentSpan = (): Span | undefined => storage.getStore()

export const within = <T>(span: Span | undefined, run: () => T): T =>
  span === undefined ? run() : storage.run(span, run)

/** Work as a span of its own. */
export async function traced<T>(tracer: Tracer, name: string, begin: Begin, run: () => Promise<T>): Promise<T> {
  const span = tracer.begin(name, begin)
  if (span === undefined) return run()
  try {
    const result = await within(span, run)
    span.end()
    return result
  } catch (error) {
    span.end({ failed: true })
    throw error
  }
}
