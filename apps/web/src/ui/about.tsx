import type { Content } from '@avouch/design/jsx-runtime'
import { Fragment, useSyncExternalStore } from 'react'
import { keepWordsWhole } from './heading.tsx'
import { Stage } from '#ui/art/art.tsx'
import { ChevronIcon } from '@avouch/design/more-icons'
import { TickIcon } from '@avouch/design/icons'

type AboutProps = { title: string; art: Content; children: Content }

const BODY = 'grid grid-cols-1 gap-3 px-5 pb-5 text-ink-soft min-[860px]:px-6 min-[860px]:pt-1 min-[860px]:pb-6'
const TITLE = 'min-w-0 text-[1.125rem] leading-tight font-[650] tracking-[-0.01em]'

/** Matches screens wide enough for two columns. */
const wide = () => matchMedia('(min-width: 860px)')
const onWidth = (tell: () => void) => {
  const query = wide()
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}

/** Shows an explanation: next to the card on a wide screen, else below it, to be folded. */
export function About({ title, art, children }: AboutProps) {
  const isWide = useSyncExternalStore(
    onWidth,
    () => wide().matches,
    () => false,
  )
  const body = <div className={BODY}>{children}</div>
  return (
    <aside aria-label={title} className="overflow-hidden rounded-card bg-tint forced-colors:border">
      <div className="hidden min-[860px]:block">
        <Stage className="h-42">
          <span className="relative h-30 max-w-full">{art}</span>
        </Stage>
      </div>
      {isWide ? (
        <Fragment>
          <h2
            className={`flex min-h-14 items-center px-5 py-3 min-[860px]:min-h-11 min-[860px]:px-6 min-[860px]:py-0 ${TITLE}`}
          >
            <span>{keepWordsWhole(title)}</span>
          </h2>
          {body}
        </Fragment>
      ) : (
        <details open className="group">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 px-5 py-3 focus-visible:-outline-offset-3 min-[860px]:pointer-events-none min-[860px]:min-h-11 min-[860px]:px-6 min-[860px]:py-0 [&::-webkit-details-marker]:hidden">
            <h2 className={TITLE}>{keepWordsWhole(title)}</h2>
            <ChevronIcon className="size-5 transition-transform duration-200 group-open:rotate-180 min-[860px]:hidden" />
          </summary>
          {body}
        </details>
      )}
    </aside>
  )
}

/** Lists facts, each with a tick. */
export const Ticks = ({ children }: { children: readonly Content[] }) => (
  <ul className="grid grid-cols-1 gap-2">
    {children.map((point, index) => (
      <li key={index} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5">
        <TickIcon className="mt-0.5 size-5 text-brand" />
        <span>{point}</span>
      </li>
    ))}
  </ul>
)
