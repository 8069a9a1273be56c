import { AsyncLocalStorage } from 'node:async_hooks'

/** The request that is being answered, for the audit events that it causes. */
export type RequestContext = {
  requestId: string
  route: string
  network: string
  /** The person at a console; set once the session is known. */
  staffId?: string
}

const storage = new AsyncLocalStorage<RequestContext>()

/** Passing the request from call to call would put it into every signature of every module. */
export const runInRequestContext = <T>(context: RequestContext, run: () => Promise<T>): Promise<T> =>
  storage.run(context, run)

/** undefined outside of requests: a job, or the start. */
export const requestContext = (): RequestContext | undefined => storage.getStore()
