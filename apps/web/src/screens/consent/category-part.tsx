import type { Elements } from '@avouch/design/jsx-runtime'
import { useId } from 'react'

type CategoryPartProps = {
  title: string
  text: string
  /** Replaces the switch of a category that can't be refused. */
  always?: string
  on?: boolean
  onSwitch?: (on: boolean) => void
  children?: Elements
}

/** Shows a category with its purpose and its switch. */
export function CategoryPart({ title, text, always, on = false, onSwitch, children }: CategoryPartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-t border-line py-4">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h3 id={id} className="font-semibold">
          {always === undefined ? <label htmlFor={`${id}-switch`}>{title}</label> : title}
        </h3>
        {always === undefined ? (
          <span className="relative grid size-11 w-14 place-items-center">
            <input
              type="checkbox"
              role="switch"
              aria-checked={on}
              id={`${id}-switch`}
              aria-describedby={`${id}-text`}
              checked={on}
              onChange={(event) => onSwitch?.(event.target.checked)}
              className="h-7 w-12 cursor-pointer appearance-none rounded-full border-[1.5px] border-line-strong bg-sunken before:absolute before:inset-s-[.45rem] before:top-2.5 before:m-[.15rem] before:size-5 before:rounded-full before:bg-line-strong before:transition-[translate] after:absolute after:inset-0 checked:border-brand checked:bg-brand checked:before:translate-x-5 checked:before:bg-brand-ink forced-colors:appearance-auto"
            />
          </span>
        ) : (
          <p className="text-note text-ink-soft">{always}</p>
        )}
      </div>
      <p id={`${id}-text`} className="text-[.96rem] text-ink-soft">
        {text}
      </p>
      {children}
    </section>
  )
}
