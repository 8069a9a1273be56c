import type { Content } from '@avouch/design/jsx-runtime'

/** Below the form: where to go instead. */
export const Foot = ({ children }: { children: Content }) => (
  <p className="mt-3 flex flex-wrap items-center justify-center gap-x-2 text-[.9375rem] text-ink-soft">{children}</p>
)
