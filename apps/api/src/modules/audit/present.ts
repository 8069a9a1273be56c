import { AsyncLocalStorage } from 'node:async_hooks'

/** The request that is being answered, for whoever writes down what happened in it. */
export type Present = { requestId: string; route: string; network: string | null }

const storage = new AsyncLocalStorage<Present>()

/** Runs with the request at hand. Handing it from call to call would put it into every signature of every module. */
export const during = <T>(present: Present, run: () => Promise<T>): Promise<T> => storage.run(present, run)

/** undefined outside of requests: a job, or the start. */
export const present = (): Present | undefined => storage.getStore()
