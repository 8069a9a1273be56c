import type { TestApi } from './test-api.ts'

/** Every event is in the chain afterwards: they wait for it up to a second. */
export const chained = async (api: TestApi): Promise<void> => void (await api.command('audit', 'verify'))
