import type { ButtonHTMLAttributes } from 'react'

const VARIANTS = {
  primary:
    'inline-flex min-h-[54px] items-center justify-center gap-2 rounded-field bg-brand px-6 py-2 text-[1.05rem] font-[620] text-brand-ink hover:bg-brand-hover disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-soft',
  secondary:
    'inline-flex min-h-[54px] items-center justify-center gap-2 rounded-field border-[1.5px] border-line-strong bg-surface px-6 py-2 text-[1.05rem] font-[620] hover:border-brand',
  quiet:
    'inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-field px-2.5 text-ink-soft hover:bg-sunken hover:text-ink',
  link: 'link -my-2.5 inline-flex min-h-11 items-center py-2.5 text-start disabled:cursor-default disabled:text-ink-soft disabled:no-underline',
} as const

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { variant?: keyof typeof VARIANTS }

export function Button({ variant = 'primary', type = 'button', className = '', ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={`${VARIANTS[variant]} ${className}`} />
}
