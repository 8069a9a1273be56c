export const HOME = '/operator'
export const JOIN = `${HOME}/join`
export const SECURITY = `${HOME}/account`

export const ATTENTION = `${HOME}/attention`
export const NUMBER = `${HOME}/number`
export const HELD = `${HOME}/held`
export const PROVIDERS = `${HOME}/providers`
export const SMS = `${HOME}/sms`
export const JOBS = `${HOME}/jobs`
export const SWITCHES = `${HOME}/switches`
export const KEYS = `${HOME}/keys`
export const AUDIT = `${HOME}/audit`
export const STAFF = `${HOME}/people`
