import { useEffect, useId, useRef } from 'react'
import { useTranslate } from '#i18n/language.ts'
import type { Notification, NotificationType } from './notifications.ts'
import { createStopwatch } from './stopwatch.ts'
import { Button } from '#ui/button.tsx'
import { CrossIcon, InfoIcon, TickIcon, WarnIcon } from '#ui/icons.tsx'

/** Good news goes by itself; what went wrong stays until it is closed. */
const STAY_MS: Record<NotificationType, number | undefined> = {
  success: 8_000,
  info: 8_000,
  warning: undefined,
  error: undefined,
}

const LOOKS = {
  info: { edge: 'border-s-brand', icon: <InfoIcon className="mt-0.5 size-5.5 text-brand" /> },
  success: { edge: 'border-s-ok', icon: <TickIcon className="mt-0.5 size-5.5 text-ok" /> },
  warning: { edge: 'border-s-warn', icon: <WarnIcon className="mt-0.5 size-5.5 text-ink" /> },
  error: { edge: 'border-s-danger', icon: <WarnIcon className="mt-0.5 size-5.5 text-danger" /> },
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
  const { edge, icon } = LOOKS[type]
  return (
    <li
      data-toast={id}
      data-leaving={leaving || undefined}
      className={`pointer-events-auto grid grid-cols-[1.375rem_minmax(0,1fr)_2.75rem] gap-x-2.5 rounded-field border border-s-[5px] border-line bg-surface py-2 ps-3 pe-1 leading-snug sm:gap-x-3 sm:py-3 sm:ps-4 sm:pe-2 shadow-card transition duration-300 data-leaving:translate-x-4 data-leaving:opacity-0 data-leaving:duration-100 starting:-translate-y-3 starting:opacity-0 ${edge}`}
    >
      {icon}
      <div id={textId} className="min-w-0 self-center hyphens-auto wrap-anywhere">
        <p className="font-semibold">{title}</p>
        <p className="text-note text-ink-soft sm:text-[.96rem]">{message}</p>
      </div>
      <Button
        variant="quiet"
        aria-label={t('action.close')}
        aria-describedby={textId}
        onClick={onClose}
        className="self-start"
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
