import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { usePausableTimer } from './pausable-timer.ts'
import { dismiss, type Notification, type NotificationType, useNotifications } from './notifications.ts'
import { useTranslate } from '#i18n/language.ts'
import { Button } from '@avouch/design/button'
import { CrossIcon, InfoIcon, TickIcon, WarnIcon } from '@avouch/design/icons'

const LEAVE_MS = 100

/**
 * Shows all notifications above the page, below the header: logo, Back and languages stay free. On a phone they are stacked, the
 * newest on top.
 */
export function Toasts() {
  const t = useTranslate()
  const notifications = useNotifications()
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  const [focused, setFocused] = useState(false)
  const region = useRef<HTMLElement>(null)
  const pointed = usePointed(region)
  const cameFrom = useRef<Element | null>(null)
  // A card that is removed with the focus in it fires no event.
  if (focused && notifications.length === 0) setFocused(false)
  const staying = notifications.filter(({ id }) => !leaving.has(id))

  useEffect(() => {
    if (leaving.size === 0) return
    const timer = setTimeout(() => {
      for (const id of leaving) dismiss(id)
      setLeaving(new Set())
    }, LEAVE_MS)
    return () => clearTimeout(timer)
  }, [leaving])

  /** Moves the focus to the next card, or back to where it came from. */
  const moveFocus = (closed: readonly string[]) => {
    if (region.current?.contains(document.activeElement) !== true) return
    const at = notifications.findIndex(({ id }) => id === closed[0])
    const open = (one: (typeof notifications)[number]) => !closed.includes(one.id) && !leaving.has(one.id)
    const next = notifications.slice(at + 1).find(open) ?? notifications.slice(0, Math.max(at, 0)).findLast(open)
    const target =
      next === undefined
        ? [cameFrom.current, document.querySelector('h1')].find(
            (one) => one?.isConnected === true && one !== document.body,
          )
        : region.current.querySelector(`[data-toast="${next.id}"] button`)
    if (target instanceof HTMLElement) target.focus()
  }
  const close = (...ids: string[]) => {
    if (ids.length === 0) return
    moveFocus(ids)
    setLeaving(new Set([...leaving, ...ids]))
  }
  const onFocus = ({ relatedTarget, currentTarget }: FocusEvent) => {
    setFocused(true)
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
  }
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => setFocused(currentTarget.contains(relatedTarget))
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const newest = staying.at(-1)
    if (key === 'Escape' && newest !== undefined) close(newest.id)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears what happens to the controls in it
    <section
      ref={region}
      aria-label={t('layout.notifications')}
      onFocus={onFocus}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      className="toasts pointer-events-none fixed z-50 overflow-y-auto p-1 print:hidden"
    >
      <ul className="grid grid-cols-1 gap-2">
        {notifications.map((notification) => (
          <Toast
            key={notification.id}
            {...notification}
            leaving={leaving.has(notification.id)}
            held={pointed || focused}
            onClose={() => close(notification.id)}
          />
        ))}
      </ul>
      {staying.length < 2 ? null : (
        <Button
          variant="secondary"
          className="pointer-events-auto mt-2 min-h-11 w-full"
          onClick={() => close(...staying.map(({ id }) => id))}
        >
          {t('action.closeAll')}
        </Button>
      )}
    </section>
  )
}

/** True while the pointer is over the region. Listens to the whole page: a card may appear or vanish under a pointer. */
function usePointed(region: RefObject<HTMLElement | null>): boolean {
  const [pointed, setPointed] = useState(false)
  useEffect(() => {
    const over = ({ target }: Event) => setPointed(target instanceof Node && region.current?.contains(target) === true)
    const out = ({ relatedTarget }: MouseEvent) => {
      if (relatedTarget === null) setPointed(false)
    }
    document.addEventListener('pointerover', over)
    document.addEventListener('pointerout', out)
    return () => {
      document.removeEventListener('pointerover', over)
      document.removeEventListener('pointerout', out)
    }
  }, [region])
  return pointed
}

/** Good news disappears by itself; warnings and errors stay until they are closed. */
const STAY_MS: Record<NotificationType, number | undefined> = {
  success: 8_000,
  info: 8_000,
  warning: undefined,
  error: undefined,
}

const ICONS = {
  info: <InfoIcon className="size-6 text-info" />,
  success: <TickIcon className="size-6 text-ok" />,
  warning: <WarnIcon className="size-6 text-warn-text" />,
  error: <WarnIcon className="size-6 text-danger" />,
} as const

type ToastProps = Notification & {
  leaving: boolean
  /** True while a pointer or the focus is at the notifications: none disappears. */
  held: boolean
  onClose: () => void
}

function Toast({ id, type, title, message, leaving, held, onClose }: ToastProps) {
  const t = useTranslate()
  const textId = useId()
  usePausableTimer(STAY_MS[type], held || leaving, onClose)
  return (
    // Focusable: a tap on a stacked card opens it.
    <li
      tabIndex={-1}
      data-toast={id}
      data-leaving={leaving || undefined}
      className="pointer-events-auto grid grid-cols-[auto_minmax(0,1fr)_auto] gap-2 rounded-field border border-line bg-surface py-3 ps-4 pe-1.5 leading-snug shadow-toast transition duration-300 data-leaving:translate-x-4 data-leaving:opacity-0 data-leaving:duration-100 starting:-translate-y-2 starting:opacity-0"
    >
      {ICONS[type]}
      <div id={textId} className="min-w-0 self-center text-note leading-snug hyphens-auto wrap-anywhere">
        {/* The lines of one box, which ends in an ellipsis on a phone. */}
        <div>
          <p className="font-[650]">{`${title} `}</p>
          <p className="text-ink-soft">{message}</p>
        </div>
      </div>
      <Button
        variant="quiet"
        aria-label={t('action.close')}
        aria-describedby={textId}
        onClick={onClose}
        className="-my-1.5 self-start px-0!"
      >
        <CrossIcon />
      </Button>
    </li>
  )
}
