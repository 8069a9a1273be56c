import type { ButtonHTMLAttributes } from 'react'

/** In running text, as large as a finger. */
export const LINK = 'link -my-2.5 inline-flex min-h-11 items-center py-2.5 text-start'

/** The edge of the first is seen where a forced palette takes its colour. */
const VARIANTS = {
  primary:
    'inline-flex min-h-[54px] items-center justify-center gap-2 rounded-field border-[1.5px] border-transparent bg-brand px-6 py-2 text-[1.05rem] font-[620] text-brand-ink hover:bg-brand-hover disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-soft disabled:border-line aria-disabled:cursor-progress aria-disabled:bg-sunken aria-disabled:text-ink-soft aria-disabled:border-line',
  secondary:
    'inline-flex min-h-[54px] items-center justify-center gap-2 rounded-field border-[1.5px] border-line-strong bg-surface px-6 py-2 text-[1.05rem] font-[620] hover:border-brand',
  quiet:
    'inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-field px-2.5 text-ink-soft hover:bg-sunken hover:text-ink',
  link: `${LINK} aria-disabled:cursor-progress aria-disabled:text-ink-soft aria-disabled:no-underline`,
} as const

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: keyof typeof VARIANTS
  /** What it began is under way: it can not be pressed, and keeps the focus, which a disabled button loses. */
  busy?: boolean
}

export function Button({
  variant = 'primary',
  type = 'button',
  busy = false,
  className = '',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={`${VARIANTS[variant]} ${className}`}
    />
  )
}
