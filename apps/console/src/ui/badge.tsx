import type { Content } from '@avouch/design/jsx-runtime'
import { CrossIcon, InfoIcon, TickIcon, WarnIcon } from '@avouch/design/icons'

const STYLES = {
  good: { colours: 'text-ok', icon: <TickIcon className="size-4" /> },
  bad: { colours: 'text-danger', icon: <CrossIcon className="size-4" /> },
  warn: { colours: 'text-warn-text', icon: <WarnIcon className="size-4" /> },
  open: { colours: 'text-info', icon: <InfoIcon className="size-4" /> },
  off: { colours: 'text-ink-soft', icon: null },
} as const
export type BadgeLook = keyof typeof STYLES

/** Shows a state in a word. Its icon says the same as its colour. */
export function Badge({ look, children }: { look: BadgeLook; children: Content }) {
  const { colours, icon } = STYLES[look]
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full border border-line bg-surface px-2.5 py-0.5 text-note font-[600] max-md:wrap-anywhere md:whitespace-nowrap ${colours}`}
    >
      {icon}
      <span>{children}</span>
    </span>
  )
}
