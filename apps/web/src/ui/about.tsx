import type { ReactNode } from 'react'
import { ChevronIcon } from '#ui/more-icons.tsx'

/** Open at first; can be folded, which matters where the screen is small. */
export function About({ title, children }: { title: string; children: ReactNode }) {
  return (
    <aside aria-label={title}>
      <details open className="group rounded-card bg-tint px-5 py-3.5 min-[820px]:p-6">
        <summary className="flex min-h-11 list-none items-center justify-between gap-3 [&::-webkit-details-marker]:hidden">
          <h2 className="min-w-0 text-lede leading-tight font-semibold tracking-[-0.015em]">{title}</h2>
          <ChevronIcon className="size-5 text-ink-soft transition-transform duration-200 group-open:rotate-180" />
        </summary>
        <div className="grid grid-cols-1 gap-3 pt-2 pb-2 text-[.98rem] text-ink-soft min-[820px]:pb-0">{children}</div>
      </details>
    </aside>
  )
}
