import { LANGUAGES, type Localized } from '@avouch/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '../../platform/external-address.ts'
import { escaped } from './page.ts'

type Texts = Localized<{ otherAddress: { title: string; text: string; phone: string } }>

/**
 * Tells a developer who opens the pages under another host than PUBLIC_URL that nothing works there: calls of pages at another origin
 * are refused. Only where PUBLIC_URL is http, which production is not: a proxy may call it by any name.
 */
export function otherAddress(publicUrl: string, texts: Texts) {
  const own = new URL(publicUrl)
  const page = LANGUAGES.map((language) => {
    const { title, text, phone } = (texts[language] ?? texts.en).otherAddress
    const link = `<a href="${escaped(publicUrl)}">${escaped(publicUrl)}</a>`
    return `<div lang="${language}"><h1>${escaped(title)}</h1><p>${escaped(text)} ${link}</p><p>${escaped(phone)}</p></div>`
  }).join('<hr>')
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>PUBLIC_URL</title>'

  function isOther({ headers }: FastifyRequest): boolean {
    const asked = URL.parse(`http://${headers.host ?? ''}`)
    if (own.protocol !== 'http:' || asked === null || asked.hostname === own.hostname) return false
    return isLoopback(publicUrl) || !isLoopback(asked.href)
  }
  /** @returns undefined for an address that is right, or may be */
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined => {
    if (!isOther(request)) return undefined
    const told = { publicUrl, host: request.headers.host }
    request.log.warn(
      told,
      'a page was opened under another address than PUBLIC_URL: nothing works there. On a phone: LAN_ADDRESS=… npm start',
    )
    return reply
      .code(421)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(`<!doctype html><html lang="en"><head>${head}</head><body>${page}</body></html>`)
  }
}
