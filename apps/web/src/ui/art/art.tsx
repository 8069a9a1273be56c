import type { Content } from '@avouch/design/jsx-runtime'

/** An illustration, 4:3; as large as its place asks for. Decoration: what it shows is said in words beside it. */
export const Art = ({ name, children }: { name?: string; children: Content }) => (
  <svg
    data-art={name}
    viewBox="0 0 160 120"
    className="relative h-full w-auto max-w-full flex-none"
    fill="none"
    aria-hidden="true"
  >
    {children}
  </svg>
)
