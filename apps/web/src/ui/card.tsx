import type { ReactNode } from 'react'
import { GoIcon } from '#ui/icons.tsx'

type Preventable = { preventDefault(): void }

type CardProps = {
  icon: ReactNode
  title: string
  text: string
  /** What happens, in words; the whole card can be pressed. */
  go: string
} & ({ href: string; onPress?: (event: Preventable) => void } | { href?: never; onPress: () => void })

const WHOLE_CARD = 'text-start font-[inherit] after:absolute after:inset-0 after:rounded-card'

export function Card({ icon, title, text, go, href, onPress }: CardProps) {
  return (
    <div className="relative flex flex-col gap-2 rounded-card border border-line bg-surface p-6 shadow-card transition-colors has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-brand hover:border-brand [&_:focus-visible]:outline-none">
      <span className="text-brand">{icon}</span>
      <h2 className="text-lede leading-tight font-bold tracking-[-0.015em]">
        {href === undefined ? (
          <button type="button" onClick={onPress} className={WHOLE_CARD}>
            {title}
          </button>
        ) : (
          <a href={href} onClick={onPress} className={WHOLE_CARD}>
            {title}
          </a>
        )}
      </h2>
      <p className="text-ink-soft">{text}</p>
      <p className="mt-auto flex items-center gap-1.5 pt-2 font-semibold text-brand" aria-hidden="true">
        {go}
        <GoIcon className="size-4.5" />
      </p>
    </div>
  )
}

export function Cards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className="mt-8 grid grid-cols-[repeat(auto-fit,minmax(min(100%,300px),1fr))] gap-4">
      {children}
    </section>
  )
}
