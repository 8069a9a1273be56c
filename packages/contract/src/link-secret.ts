import { LINK_LENGTH } from './constants.ts'

/** The end of a one-time link, however it was typed: with spaces, with dashes, or with all of the link before it. */
export const linkSecretIn = (typed: string): string => typed.slice(typed.lastIndexOf('#') + 1).replaceAll(/[\s-]/g, '')

const IS_SECRET = new RegExp(`^[0-9a-z]{${LINK_LENGTH}}$`, 'i')
export const isLinkSecret = (typed: string): boolean => IS_SECRET.test(linkSecretIn(typed))
