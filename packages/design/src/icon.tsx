import type { Elements } from './jsx-runtime.ts'

export type IconProps = { className?: string }

/** A drawing in lines, as large and in the colour of what is around it. */
export const icon = (viewBox: string, strokeWidth: number, shapes: Elements) =>
  function Icon({ className = 'size-5' }: IconProps) {
    return (
      <svg
        viewBox={viewBox}
        className={`flex-none ${className}`}
        fill="none"
        stroke="currentColor"
        strokeWidth={strokeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {shapes}
      </svg>
    )
  }
