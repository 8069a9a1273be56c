import { create } from 'zustand'

/** Counts, so that the same words are read out twice. */
const useSaid = create(() => ({ count: 0, text: '' }))

/** Has a screen reader say something when it is done with what it says. */
export const announce = (text: string): void => useSaid.setState(({ count }) => ({ count: count + 1, text }))

/** Screen readers listen here. */
export function Announcer() {
  const { count, text } = useSaid()
  return (
    <div aria-live="polite" className="sr-only">
      <p key={count}>{text}</p>
    </div>
  )
}
