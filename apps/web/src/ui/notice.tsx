import type { ReactNode } from 'react'
import { InfoIcon, WarnIcon } from '#ui/icons.tsx'

type NoticeProps = {
  kind: 'info' | 'error'
  title?: string
  /** A notification says the same aloud. */
  silent?: boolean
  children: ReactNode
}

const KINDS = {
  info: { role: 'status', colours: 'border-line bg-tint', icon: <InfoIcon className="mt-0.5 size-5.5 text-brand" /> },
  error: {
    role: 'alert',
    colours: 'border-danger bg-danger-tint',
    icon: <WarnIcon className="mt-0.5 size-5.5 text-danger" />,
  },
} as const

/** Something to know, at its place in the page. */
export function Notice({ kind, title, silent = false, children }: NoticeProps) {
  const { role, colours, icon } = KINDS[kind]
  return (
    <div
      role={silent ? undefined : role}
      className={`flex max-w-[36rem] gap-3 rounded-field border px-4 py-3 ${colours}`}
    >
      {icon}
      <div className="min-w-0 hyphens-auto">
        {title === undefined ? null : <p className="font-semibold">{title}</p>}
        <div className="text-[.98rem]">{children}</div>
      </div>
    </div>
  )
}
