import { useEffect, useId, useRef } from 'react'
import { useTranslate } from '#i18n/language.ts'
import type { Notification, NotificationType } from './notifications.ts'
import { createStopwatch } from './stopwatch.ts'
import { Button } from '@avouch/design/button'
import { CrossIcon, InfoIcon, TickIcon, WarnIcon } from '@avouch/design/icons'

/** Good news goes by itself; what went wrong stays until it is closed. */
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
  /** A pointer or the focus is at the notifications: nothing goes from under it. */
  held: boolean
  onClose: () => void
}

export function Toast({ id, type, title, message, leaving, held, onClose }: ToastProps) {
  const t = useTranslate()
  const textId = useId()
  useStay(STAY_MS[type], held || leaving, onClose)
  return (
    // A tap on a card that is cut off on a phone puts the focus there, which opens it.
    <li
      tabIndex={-1}
      data-toast={id}
      data-leaving={leaving || undefined}
      className="pointer-events-auto grid grid-cols-[auto_minmax(0,1fr)_auto] gap-2 rounded-field border border-line bg-surface py-3 ps-4 pe-1.5 leading-snug shadow-toast transition duration-300 data-leaving:translate-x-4 data-leaving:opacity-0 data-leaving:duration-100 starting:-translate-y-2 starting:opacity-0"
    >
      {ICONS[type]}
      <div id={textId} className="min-w-0 self-center text-note leading-snug hyphens-auto wrap-anywhere">
        <p className="font-[650]">{`${title} `}</p>
        <p className="text-ink-soft">{message}</p>
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

/** Calls when the time is over, which stands still while it is held. */
function useStay(milliseconds: number | undefined, held: boolean, onEnd: () => void) {
  const end = useRef(onEnd)
  const watch = useRef<ReturnType<typeof createStopwatch>>(undefined)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (milliseconds === undefined || held) return
    watch.current ??= createStopwatch(milliseconds, () => end.current())
    const running = watch.current
    running.go()
    return () => running.stand()
  }, [milliseconds, held])
}
