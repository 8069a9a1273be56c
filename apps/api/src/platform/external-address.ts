import { isIP } from 'node:net'
import { isExternalUrl, isWebAddress } from '@avouch/contract'
import { isPublicAddress } from './public-address.ts'

const MAX_LENGTH = 2_048
const WHITE_OR_CONTROL = /[\s\p{Cc}\p{Cf}\\]/u

/** A whole address without user info, of a form that every program reads alike. */
function isPlain(address: string): boolean {
  if (address.length > MAX_LENGTH || WHITE_OR_CONTROL.test(address)) return false
  const url = URL.parse(address)
  return url !== null && url.username === '' && url.password === ''
}

/** True if visitors may be sent there: a web address, or one of the provider's own app, without user info. */
export const isReturnAddress = (address: string): boolean => isPlain(address) && isExternalUrl(address)

/** True if the server may call it: http or https, without user info, which `fetch` refuses. */
export const isCallableAddress = (address: string): boolean => isPlain(address) && isWebAddress(address)

/** Anything but plain HTTP, which can be read and changed on the way. In production nothing else is used by live requests. */
export const isProtected = (address: string): boolean => URL.parse(address)?.protocol !== 'http:'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The browser's own machine (RFC 8252, 7.3): what is sent there crosses no network. A developer's website is there. */
export const isLoopback = (address: string): boolean => LOOPBACK.has(URL.parse(address)?.hostname ?? '')

/** Names that lead to the machine itself, without asking a name server (RFC 6761, 6.3). */
const LOCAL_NAME = /(?:^|\.)localhost\.?$/

/** True for a public address and for any name: a name's address is checked when the connection is made. */
export function mayBePublic(address: string): boolean {
  const host = URL.parse(address)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  return isIP(host) === 0 ? !LOCAL_NAME.test(host) : isPublicAddress(host)
}
