import type { Env } from './env.ts'
import { StartupError } from '../platform/startup-error.ts'

/** The Matomo server that counts visits with consent; undefined: none are counted. */
export function analyticsOf(env: Env) {
  const { ANALYTICS_URL: url, ANALYTICS_SITE_ID: siteId, ANALYTICS_DOMAINS: domains } = env
  if (url === undefined) return undefined
  if (env.NODE_ENV === 'production' && !url.startsWith('https://'))
    throw new StartupError('ANALYTICS_URL must be https in production.')
  return { url: url.endsWith('/') ? url : `${url}/`, siteId, domains }
}
