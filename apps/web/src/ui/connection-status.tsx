import { useEffect, useRef } from 'react'
import { announce } from './announce.ts'
import { dismiss, useNotifications } from './notifications.ts'
import { useOnline } from '#api/connection.ts'
import { useTranslate } from '#i18n/language.ts'
import { useBottomInset } from './use-bottom-inset.ts'
import { useSlow } from './waiting.ts'
import { WarnIcon } from '@avouch/design/icons'
import { ClockIcon } from '#ui/clock-icon.tsx'

/**
 * Says that the network is slow or gone, above the page's lower edge, so that nothing of it moves, and moves away from
 * the focus in the footer.
 */
export function ConnectionStatus() {
  const t = useTranslate()
  const online = useOnline()
  const slow = useSlow()
  const text = online ? (slow ? t('state.slow') : undefined) : t('state.offline')
  useSaid(text, online ? t('state.online') : undefined)
  const isSaid = t('notice.offline')
  const twice = useNotifications().filter(({ message }) => !online && message === isSaid)
  useEffect(() => {
    for (const { id } of twice) dismiss(id)
  }, [twice])
  return text === undefined ? null : <StatusNotice isOnline={online} text={text} />
}

function StatusNotice({ isOnline, text }: { isOnline: boolean; text: string }) {
  const t = useTranslate()
  const notice = useBottomInset<HTMLElement>()
  return (
    <section
      ref={notice}
      aria-label={t('state.label')}
      className="connection-status pointer-events-none fixed inset-x-0 z-40 flex justify-center p-3 print:hidden"
    >
      <p className="flex max-w-[36rem] items-start gap-2.5 rounded-field border border-line-strong bg-surface px-4 py-2.5 leading-snug shadow-card">
        {isOnline ? (
          <ClockIcon className="mt-0.5 size-5 text-brand" />
        ) : (
          <WarnIcon className="mt-0.5 size-5 text-danger" />
        )}
        <span className="min-w-0 wrap-anywhere">{text}</span>
      </p>
    </section>
  )
}

/** Each change is said: what is the matter, and that the network is back. Another language says nothing again. */
function useSaid(text: string | undefined, back: string | undefined) {
  const state = text === undefined ? 'well' : back === undefined ? 'offline' : 'slow'
  const before = useRef('well')
  useEffect(() => {
    if (state === before.current) return
    const wasOffline = before.current === 'offline'
    before.current = state
    if (text !== undefined) announce(text)
    else if (wasOffline && back !== undefined) announce(back)
  }, [state, text, back])
}
