import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { UserError } from './user-error.mjs'
import { inRoot } from './paths.mjs'

const DEFAULT_PORTS = { PORT: 3000, SANDBOX_PROVIDER_PORT: 3001, SANDBOX_IDENTITY_PORT: 3002, SANDBOX_PHONE_PORT: 3003 }

/** @typedef {Record<keyof typeof DEFAULT_PORTS, number>} Ports */
/** @typedef {{ ports: Ports, dataDir: string, host: string | undefined }} Settings host: under which other devices reach this machine */

export const PORT_NAMES = /** @type {(keyof Ports)[]} */ (Object.keys(DEFAULT_PORTS))

/**
 * @param {Record<string, string | undefined>} env
 * @returns {Settings}
 */
export function readSettings(env) {
  const ports = { ...DEFAULT_PORTS }
  for (const name of PORT_NAMES) {
    const value = env[name] || String(DEFAULT_PORTS[name])
    ports[name] = /^\d{1,5}$/.test(value) ? Number(value) : 0
    if (ports[name] < 1 || ports[name] > 65_535)
      throw new UserError(`${name}=${value} is not a port: a number from 1 to 65535 is.`)
  }
  for (const name of PORT_NAMES) {
    const twin = PORT_NAMES.find((other) => other !== name && ports[other] === ports[name])
    if (twin) throw new UserError(`${name} and ${twin} are both ${ports[name]}: every part needs a port of its own.`)
  }
  const host = env['LAN_ADDRESS'] || undefined
  if (host && !/^[a-z0-9.-]+$/i.test(host)) throw new UserError(`LAN_ADDRESS=${host} is no name and no IPv4 address.`)
  return { ports, dataDir: resolve(env['DATA_DIR'] || inRoot('.data')), host }
}

/** All devices of the network; and no proof of work, for which a browser wants https. */
const FOR_OTHERS = { HOST: '0.0.0.0', CAPTCHA: 'off' }

/**
 * The defaults that step back where a setting names another partner than the sandbox's: they belong to the sandbox's.
 * @type {Record<string, readonly string[]>}
 */
const STEP_BACK = {
  IDENTITY_VENDOR: ['IDENTITY_URL', 'IDENTITY_NAME', 'REVIEW_DESK_URL', 'APPEAL_DAYS'],
  // Its name until the next release.
  IDENTITY_PROVIDER: ['IDENTITY_URL', 'IDENTITY_NAME', 'REVIEW_DESK_URL', 'APPEAL_DAYS'],
  IDENTITY_URL: ['IDENTITY_NAME', 'REVIEW_DESK_URL', 'APPEAL_DAYS'],
  REGISTRATION_STOP_DAYS: ['APPEAL_DAYS'],
  SMS_GATEWAY: ['SMS_URL', 'SMS_REPORTS', 'SANDBOX_PHONE_URL'],
  SMS_URL: ['SMS_REPORTS', 'SANDBOX_PHONE_URL'],
  BANK_RETURNS_URL: ['BANK_IBAN', 'BANK_ACCOUNT_HOLDER'],
  BANK_IBAN: ['BANK_ACCOUNT_HOLDER'],
  APP_OPEN_URL: ['APP_IOS_STORE_URL', 'APP_ANDROID_STORE_URL'],
  TRUST_ANCHORS_FILE: ['ID_WALLET', 'ID_WALLET_CERT_FILE', 'ID_WALLET_KEY_FILE'],
  ID_WALLET_CERT_FILE: ['ID_WALLET', 'ID_WALLET_KEY_FILE'],
  ID_WALLET_KEY_FILE: ['ID_WALLET', 'ID_WALLET_CERT_FILE'],
}
/** The protocol of the sandbox's own partners. */
const OF_SANDBOX = 'generic'

/**
 * The settings of the product; those of the environment win, and an empty value takes a default away.
 * @param {Settings} settings
 * @param {Record<string, string | undefined>} [given]
 */
export function apiEnvironment({ ports, dataDir, host }, given = process.env) {
  const at = (/** @type {number} */ port) => `http://${host ?? 'localhost'}:${port}`
  const phone = at(ports.SANDBOX_PHONE_PORT)
  const identityCheck = at(ports.SANDBOX_IDENTITY_PORT)
  const office = (/** @type {string} */ file) => resolve(dataDir, 'sandbox', 'age-office', file)
  const defaults = {
    ...(host && FOR_OTHERS),
    PUBLIC_URL: at(ports.PORT),
    WEB_DIR: inRoot('apps', 'web', 'dist'),
    DOCS_DIR: inRoot('apps', 'docs', 'dist'),
    CONSOLES_DIR: inRoot('apps', 'console', 'dist'),
    SMS_URL: `${phone}/api/messages`,
    SMS_REPORTS: 'on',
    IDENTITY_URL: `${identityCheck}/`,
    IDENTITY_NAME: 'Sandbox Ident',
    REVIEW_DESK_URL: `${identityCheck}/desk#{tc}`,
    // Without a desk no person could confirm an appeal.
    ...(given['REVIEW_DESK_URL'] !== '' && { APPEAL_DAYS: '10' }),
    SANDBOX_PHONE_URL: phone,
    SANDBOX_PROVIDER_URL: at(ports.SANDBOX_PROVIDER_PORT),
    SANDBOX_PROVIDER_LOGO: inRoot('apps', 'sandbox', 'icons', 'cinema.svg'),
    APP_OPEN_URL: `${phone}/app`,
    APP_IOS_STORE_URL: `${phone}/app`,
    APP_ANDROID_STORE_URL: `${phone}/app`,
    AGE_APP_OPEN_URL: `${phone}/age-app/open`,
    ID_WALLET_OPEN_URL: `${phone}/age-app/open`,
    ANALYTICS_URL: `${phone}/tracker/`,
    BANK_RETURNS_URL: `${phone}/bank/returns`,
    BANK_IBAN: 'DE02 1203 0000 0000 2020 51',
    BANK_ACCOUNT_HOLDER: 'Avouch Sandbox',
    // A reader at a terminal wants warnings, not requests.
    LOG_LEVEL: 'warn',
    // Everyone who tries it out sits at this machine, and has one address.
    LIMITS_FACTOR: '10',
    // A sandbox that was never prepared has nothing to trust.
    ...(existsSync(office('anchors.json')) && { TRUST_ANCHORS_FILE: office('anchors.json') }),
    ...(existsSync(office('access.pem')) && {
      ID_WALLET: 'on',
      ID_WALLET_CERT_FILE: office('access.pem'),
      ID_WALLET_KEY_FILE: office('access-key.pem'),
    }),
  }
  const isOther = (/** @type {string} */ name) => Boolean(given[name]) && given[name] !== OF_SANDBOX
  const away = new Set(
    Object.keys(STEP_BACK)
      .filter(isOther)
      .flatMap((name) => STEP_BACK[name] ?? []),
  )
  const chosen = Object.entries(defaults)
    .map(([name, value]) => [name, given[name] ?? (away.has(name) ? undefined : value)])
    .filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(chosen), PORT: String(ports.PORT), DATA_DIR: dataDir }
}

/** @param {Settings} settings @param {string} [apiUrl] */
export function sandboxEnvironment({ ports, dataDir, host }, apiUrl = `http://localhost:${ports.PORT}`) {
  return {
    ...(host && {
      SANDBOX_HOST: FOR_OTHERS.HOST,
      SANDBOX_PROVIDER_URL: `http://${host}:${ports.SANDBOX_PROVIDER_PORT}`,
    }),
    API_URL: apiUrl,
    PUBLIC_URL: `http://${host ?? 'localhost'}:${ports.PORT}`,
    SANDBOX_CREDENTIALS: resolve(dataDir, 'keys', 'sandbox.json'),
    SANDBOX_DATA_DIR: resolve(dataDir, 'sandbox'),
    SANDBOX_PROVIDER_PORT: String(ports.SANDBOX_PROVIDER_PORT),
    SANDBOX_IDENTITY_PORT: String(ports.SANDBOX_IDENTITY_PORT),
    SANDBOX_PHONE_PORT: String(ports.SANDBOX_PHONE_PORT),
  }
}
