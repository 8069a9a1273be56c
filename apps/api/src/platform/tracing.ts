import { type SpanOptions, SpanStatusCode, trace } from '@opentelemetry/api'

/** Records where the operator has loaded an SDK of OpenTelemetry, and does nothing elsewhere. */
export const tracer = trace.getTracer('avouch')

/** Calls and statements that are no part of a request or a job would be a trace each second. */
export const isPart = (): boolean => trace.getActiveSpan() !== undefined

/** Runs work as a span. What went wrong is for the log: a message may hold values. */
export const traced = <T>(name: string, options: SpanOptions, run: () => Promise<T>): Promise<T> =>
  tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await run()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
