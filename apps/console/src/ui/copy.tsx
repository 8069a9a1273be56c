import { Button } from '@avouch/design/button'
import { Notice } from '@avouch/design/notice'
import { useEffect, useRef, useState } from 'react'
import { useTranslate } from '#i18n/language.ts'
import { announce } from './announce.tsx'

/** Shows a text with a button that copies it; where the browser refuses, selects the text. */
export function Copyable({ label, text }: { label: string; text: string }) {
  const t = useTranslate()
  const field = useRef<HTMLElement>(null)
  const [copied, setCopied] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      announce(t('copy.done'))
    } catch {
      // The browser has no clipboard, or does not allow it.
      if (field.current !== null) window.getSelection()?.selectAllChildren(field.current)
      announce(t('copy.selected'))
    }
  }

  return (
    <div
      role="group"
      aria-label={label}
      className="flex items-center gap-3 rounded-field border border-line bg-sunken px-4 py-2.5 max-sm:flex-col max-sm:items-start"
    >
      <code
        translate="no"
        ref={field}
        className="max-w-full min-w-0 flex-1 font-mono text-note whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </code>
      <Button variant="quiet" aria-label={`${t('copy.button')}: ${label}`} onClick={() => void copy()}>
        {copied ? t('copy.copied') : t('copy.button')}
      </Button>
    </div>
  )
}

type ShownOnceProps = { label: string; text: string; of?: 'secret' | 'link'; onDone: () => void }

/** Shows a secret or an invitation once. */
export function ShownOnce({ label, text, of = 'secret', onDone }: ShownOnceProps) {
  const t = useTranslate()
  const here = useRef<HTMLDivElement>(null)
  // It may be above the pressed button, outside the window.
  useEffect(() => here.current?.focus(), [])
  return (
    <div ref={here} tabIndex={-1} className="scroll-mt-4">
      <Notice kind="info" title={t('once.title')}>
        <p className="mb-3">{t(of === 'link' ? 'once.linkText' : 'once.text')}</p>
        <Copyable label={label} text={text} />
        <Button variant="link" className="mt-2" onClick={onDone}>
          {t(of === 'link' ? 'once.linkDone' : 'once.done')}
        </Button>
      </Notice>
    </div>
  )
}
