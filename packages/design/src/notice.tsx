import type { Content } from './jsx-runtime.ts'
import { InfoIcon, WarnIcon } from './icons.tsx'

type NoticeProps = {
  kind: 'info' | 'error'
  title?: string | undefined
  /** A notification says the same aloud. */
  silent?: boolean
  children: Content
}

const KINDS = {
  info: { role: 'status', colours: 'bg-tint', icon: <InfoIcon className="size-5.5 text-brand" /> },
  error: {
    role: 'alert',
    colours: 'bg-danger-tint',
    icon: <WarnIcon className="size-5.5 text-danger" />,
  },
} as const

/** Something to know, at its place in the page. */
export function Notice({ kind, title, silent = false, children }: NoticeProps) {
  const { role, colours, icon } = KINDS[kind]
  return (
    <div
      role={silent ? undefined : role}
      className={`flex flex-wrap gap-3 rounded-field px-4 py-3.5 text-start leading-snug forced-colors:border ${colours}`}
    >
      {icon}
      <div className="min-w-0 flex-[1_1_8.5rem] hyphens-auto">
        {title === undefined ? null : <p className="font-[650]">{title}</p>}
        <div className={title === undefined ? '' : 'text-ink-soft'}>{children}</div>
      </div>
    </div>
  )
}
