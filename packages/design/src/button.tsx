import type { JSX } from './jsx-runtime.ts'

/** In running text, as large as a finger. Over several lines it is aligned as the text around it, also as a button. */
export const LINK = 'link -my-2.5 inline-flex min-h-11 min-w-11 items-center py-2.5'

const BOX =
  'inline-flex min-h-[54px] items-center justify-center gap-2 rounded-field border-[1.5px] px-6 py-3 text-center text-base leading-tight font-[650] transition-colors max-md:wrap-anywhere active:translate-y-px'

/** Forced colours show the transparent border of the first. Links that look like buttons use these too. */
export const BUTTONS = {
  primary: `${BOX} border-transparent bg-brand text-brand-ink hover:bg-brand-hover disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-soft disabled:border-line aria-disabled:cursor-progress aria-disabled:bg-sunken aria-disabled:text-ink-soft aria-disabled:border-line`,
  secondary: `${BOX} border-line-strong bg-surface text-ink hover:bg-sunken`,
  quiet:
    'inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-field px-3 font-[550] text-ink-soft hover:bg-sunken hover:text-ink',
  link: `${LINK} font-[550] aria-disabled:cursor-progress aria-disabled:text-ink-soft aria-disabled:no-underline`,
} as const

type ButtonProps = JSX.IntrinsicElements['button'] & {
  variant?: keyof typeof BUTTONS
  /** Its action is under way: it can not be pressed, and keeps the focus, which a disabled button loses. */
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
      className={`${BUTTONS[variant]} ${className}`}
    />
  )
}
