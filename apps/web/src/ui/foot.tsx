import type { ReactNode } from 'react'

/** Below the form: where to go instead. */
export const Foot = ({ children }: { children: ReactNode }) => (
  <p className="mt-3 flex flex-wrap items-center justify-center gap-x-2 text-[.9375rem] text-ink-soft">{children}</p>
)
