import { Fragment, useEffect, useRef } from 'react'
import { announce, dismiss, useNotifications } from './notifications.ts'
import { useOnline } from '#api/connection.ts'
import { useTranslate } from '#i18n/language.ts'
import { useSlow } from '#ui/spinner.tsx'
import { WarnIcon } from '@avouch/design/icons'
import { icon } from '@avouch/design/icon'

/** Says that the network is slow or gone, over the page's lower edge so that nothing moves, and off the footer while that has the focus. */
export function ConnectionStatus() {
  const t = useTranslate()
  const online = useOnline()
  const slow = useSlow()
  const text = online ? (slow ? t('state.slow') : undefined) : t('state.offline')
  useAnnounceChange(text, online ? t('state.online') : undefined)
  const isSaid = t('notice.offline')
  const twice = useNotifications().filter(({ message }) => !online && message === isSaid)
  useEffect(() => {
    for (const { id } of twice) dismiss(id)
  }, [twice])
  return text === undefined ? null : <StatusNotice isOnline={online} text={text} />
}

function StatusNotice({ isOnline, text }: { isOnline: boolean; text: string }) {
  const t = useTranslate()
  const notice = useBottomInset()
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

/** Announces each change: the trouble, and that the network is back. A switch of the language announces nothing. */
function useAnnounceChange(text: string | undefined, back: string | undefined) {
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

const COVERED = '--connection-status'

/** Tells the page's style how much of its end is covered, so that no focus hides there and its end can be reached. */
function useBottomInset() {
  const covering = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current: element } = covering
    if (element === null) return
    const root = document.documentElement
    const observer = new ResizeObserver(() => root.style.setProperty(COVERED, `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      root.style.removeProperty(COVERED)
    }
  }, [])
  return covering
}

const ClockIcon = icon(
  '0 0 34 34',
  2,
  <Fragment>
    <circle cx="17" cy="17" r="13" />
    <path d="M17 9.500V17l5 3.5" />
  </Fragment>,
)
