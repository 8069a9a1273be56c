import type { ReactNode } from 'react'

const KINDS = { good: 'bg-tint text-ok', open: 'bg-tint text-brand', bad: 'bg-danger-tint text-danger' } as const

export const ResultBadge = ({ kind, children }: { kind: keyof typeof KINDS; children: ReactNode }) => (
  <span data-result={kind} className={`mb-5 grid size-[72px] place-items-center rounded-full ${KINDS[kind]}`}>
    {children}
  </span>
)
