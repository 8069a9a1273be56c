import type { Language } from '@avouch/contract'
import { phrases } from './phrases.ts'

/** What is on the phone: the messages, and the product's app. */
export function Apps({ open, language }: { open: 'messages' | 'app' | 'bank' | 'tracker'; language: Language }) {
  const t = phrases[language]
  return (
    <nav className="apps" aria-label={t.tag}>
      <a href="/" aria-current={open === 'messages' ? 'true' : undefined}>
        {t.messages}
      </a>
      <a href="/app" aria-current={open === 'app' ? 'true' : undefined}>
        {t.app}
      </a>
      <a href="/bank" aria-current={open === 'bank' ? 'true' : undefined}>
        {t.bank}
      </a>
    </nav>
  )
}
