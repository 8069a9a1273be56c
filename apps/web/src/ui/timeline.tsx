import { TickIcon } from '@avouch/design/icons'

const STATES = {
  done: {
    item: 'not-last:before:bg-brand',
    mark: 'border-brand bg-brand text-brand-ink',
    content: <TickIcon className="size-3.5" />,
  },
  now: {
    item: 'not-last:before:bg-line font-[650] text-ink',
    mark: 'border-brand',
    content: <span className="size-2.5 rounded-full bg-brand" />,
  },
  next: { item: 'not-last:before:bg-line', mark: 'border-line-strong', content: null },
} as const

/** Shows past, current and coming steps. */
export const Timeline = ({ steps }: { steps: readonly { text: string; state: keyof typeof STATES }[] }) => (
  <ol className="grid grid-cols-1 text-start">
    {steps.map(({ text, state }) => (
      <li
        key={text}
        aria-current={state === 'now' ? 'step' : undefined}
        className={`relative grid grid-cols-[auto_minmax(0,1fr)] gap-3.5 pb-4 text-ink-soft last:pb-0 not-last:before:absolute not-last:before:inset-y-7 not-last:before:inset-s-[11px] not-last:before:bottom-0.5 not-last:before:w-0.5 ${STATES[state].item}`}
      >
        <span className={`grid size-6 place-items-center rounded-full border-2 ${STATES[state].mark}`}>
          {STATES[state].content}
        </span>
        <span>{text}</span>
      </li>
    ))}
  </ol>
)
