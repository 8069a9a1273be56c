import { inLanguage, type Language } from '@avouch/contract'
import type { FastifyReply } from 'fastify'
import { escaped, type Look, type SendPlain } from './page.ts'

/** Classes of the front end's style, which reads them here (apps/web/src/styles.css). */
const MAIN = 'page pt-[clamp(1.5rem,3.4vw,2.75rem)]'
const CARD =
  'mx-auto grid w-full max-w-[560px] gap-5.5 rounded-card border border-line bg-surface p-[clamp(20px,4vw,36px)] text-center shadow-card'
const HEADING = 'text-title font-[680] tracking-[-0.025em] text-balance'
const BUTTON =
  'inline-flex min-h-[54px] items-center justify-center rounded-field border-[1.5px] px-6 py-3 text-base leading-tight font-[650] no-underline'
const BUTTONS = {
  again: `${BUTTON} border-transparent bg-brand text-brand-ink hover:bg-brand-hover`,
  back: `${BUTTON} border-line-strong bg-surface text-ink hover:bg-sunken`,
}

/** Creates the page of a vendor that is not reached. `to`: the addresses to try again and to go back. */
export const noIdentityCheck =
  (send: SendPlain, texts: Look['texts']) =>
  (reply: FastifyReply, language: Language, to: { again: string; back: string }): FastifyReply => {
    const { title, text, ...labels } = inLanguage(texts, language).noIdentityCheck
    const link = (name: 'again' | 'back') =>
      `<a class="${BUTTONS[name]}" href="${escaped(to[name])}">${escaped(labels[name])}</a>`
    const words = `<h1 class="${HEADING}">${escaped(title)}</h1><p class="text-lede text-ink-soft">${escaped(text)}</p>`
    const body = `<main class="${MAIN}"><section class="${CARD}">${words}${link('again')}${link('back')}</section></main>`
    return send(reply, { language, title, body })
  }
