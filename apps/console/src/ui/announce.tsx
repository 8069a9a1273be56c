import { create } from 'zustand'

/** Counts up, so that the same text is read again. */
const useSaid = create(() => ({ count: 0, text: '' }))

/** Has a screen reader read a text after what it reads now. */
export const announce = (text: string): void => useSaid.setState(({ count }) => ({ count: count + 1, text }))

/** The live region of screen readers. */
export function Announcer() {
  const { count, text } = useSaid()
  return (
    <div aria-live="polite" className="sr-only">
      <p key={count}>{text}</p>
    </div>
  )
}
