export const HOME = '/operator'
export const JOIN = `${HOME}/join`
export const SECURITY = `${HOME}/account`
