import type { PageSettings } from '@avouch/contract'
import type { Env } from './env.ts'
import { StartupError } from '../platform/startup-error.ts'

/** The app for smartphones: where pages open it, where it is to be had, and which app may open our links. */
export function mobileAppOf(env: Env) {
  const { APP_ANDROID_PACKAGE: packageName, APP_ANDROID_SHA256: sha256 } = env
  if ((packageName === undefined) !== (sha256 === undefined))
    throw new StartupError('APP_ANDROID_PACKAGE and APP_ANDROID_SHA256 belong together.')
  const page: PageSettings['app'] = {
    openUrl: env.APP_OPEN_URL,
    iosStoreUrl: env.APP_IOS_STORE_URL ?? null,
    androidStoreUrl: env.APP_ANDROID_STORE_URL ?? null,
  }
  const android = packageName === undefined || sha256 === undefined ? undefined : { packageName, sha256 }
  return { page, identity: { ios: env.APP_IOS_ID, android } }
}
