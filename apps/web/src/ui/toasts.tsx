import { useEffect, useRef, useState } from 'react'
import { dismiss, type Notification, type NotificationType, useNotifications } from '#lib/notifications.ts'
import { useTranslate } from '#lib/language.ts'
import { Button } from '#ui/button.tsx'
import { CrossIcon, InfoIcon, TickIcon, WarnIcon } from '#ui/icons.tsx'

const LEAVE_MS = 100
const LOOK_AGAIN_MS = 1_000
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

function Toast({ id, type, title, message }: Notification) {
  const t = useTranslate()
  const [leaving, setLeaving] = useState(false)
  const item = useRef<HTMLLIElement>(null)

  useEffect(() => {
    const wait = leaving ? LEAVE_MS : STAY_MS[type]
    if (wait === undefined) return
    const end = () => {
      if (leaving) dismiss(id)
      // Nothing goes from under a pointer or the focus.
      else if (item.current?.matches(':hover, :focus-within') === true) timer = setTimeout(end, LOOK_AGAIN_MS)
      else setLeaving(true)
    }
    let timer = setTimeout(end, wait)
    return () => clearTimeout(timer)
  }, [id, type, leaving])

  const { edge, icon } = LOOKS[type]
  return (
    <li
      ref={item}
      data-leaving={leaving || undefined}
      className={`pointer-events-auto grid grid-cols-[1.375rem_minmax(0,1fr)_2.75rem] gap-x-2.5 rounded-field border border-s-[5px] border-line bg-surface py-2 ps-3 pe-1 leading-snug sm:gap-x-3 sm:py-3 sm:ps-4 sm:pe-2 shadow-card transition duration-300 data-leaving:translate-x-4 data-leaving:opacity-0 data-leaving:duration-100 starting:-translate-y-3 starting:opacity-0 ${edge}`}
    >
      {icon}
      <div
        role={type === 'error' || type === 'warning' ? 'alert' : 'status'}
        className="min-w-0 self-center wrap-anywhere"
      >
        <p className="font-semibold">{title}</p>
        <p className="text-note text-ink-soft sm:text-[.96rem]">{message}</p>
      </div>
      <Button variant="quiet" aria-label={t('action.close')} onClick={() => setLeaving(true)} className="self-start">
        <CrossIcon />
      </Button>
    </li>
  )
}

/** All notifications, in a fixed place above everything. On a phone one covers the header, and no heading. */
export function Toasts() {
  const t = useTranslate()
  const notifications = useNotifications((state) => state.notifications)
  return (
    <section
      aria-label={t('layout.notifications')}
      className="pointer-events-none fixed inset-x-2 top-2 z-50 sm:inset-s-auto sm:inset-e-4 sm:top-4 sm:w-[24rem]"
    >
      <ul className="grid grid-cols-1 gap-2">
        {notifications.map((notification) => (
          <Toast key={notification.id} {...notification} />
        ))}
      </ul>
    </section>
  )
}
