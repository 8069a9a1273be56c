/**
 * The same path without slashes that say nothing. Two at its start would name another host where it is read as an address.
 */
export const plainPath = (pathname: string): string => `/${pathname.split('/').filter(Boolean).join('/')}`
