/**
 * The same path without redundant slashes. Two at its start would name another host where it is read as a URL.
 */
export const plainPath = (pathname: string): string => `/${pathname.split('/').filter(Boolean).join('/')}`
