import type { Content } from '@avouch/design/jsx-runtime'
import { ChevronIcon } from '@avouch/design/more-icons'

/** Folds one of several explanations. */
export const Fold = ({ title, open = false, children }: { title: string; open?: boolean; children: Content }) => (
  <details open={open} className="group border-t border-line">
    <summary className="flex min-h-14 list-none items-center justify-between gap-4 font-semibold focus-visible:-outline-offset-3 [&::-webkit-details-marker]:hidden">
      <h2 className="min-w-0">{title}</h2>
      <ChevronIcon className="size-5 text-ink-soft transition-transform duration-200 group-open:rotate-180" />
    </summary>
    <div className="grid grid-cols-1 justify-items-start gap-3 pt-1.5 pb-5 text-ink-soft">{children}</div>
  </details>
)
