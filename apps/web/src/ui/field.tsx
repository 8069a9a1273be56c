import type { ReactNode } from 'react'
import { WarnIcon } from '#ui/icons.tsx'

export const INPUT =
  'min-h-[52px] w-full rounded-field border-[1.5px] border-line-strong bg-surface px-3.5 py-2 text-ink placeholder:text-ink-soft aria-invalid:border-danger aria-invalid:shadow-[0_0_0_1px_var(--color-danger)]'

/** The field of countries, with its list and before that is there. */
export const PICKER_INPUT = `${INPUT} pe-13 text-ellipsis`
export const PICKER_BUTTON =
  'absolute inset-e-1 top-1 grid size-11 place-items-center rounded-[8px] text-ink-soft hover:text-ink'

type FieldProps = {
  id: string
  label: string
  hint?: string | undefined
  error?: string | undefined
  children: ReactNode
}

/** A label above, the reason of an error below; both are tied to the control that bears the id. */
export function Field({ id, label, hint, error, children }: FieldProps) {
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <label htmlFor={id} id={`${id}-label`} className="text-[.98rem] font-semibold">
        {label}
      </label>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="text-note text-ink-soft">
          {hint}
        </p>
      )}
      {children}
      <FieldError id={id} error={error} />
    </div>
  )
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return error === undefined ? null : (
    <p id={`${id}-error`} role="alert" className="flex items-start gap-1.5 text-[.95rem] text-danger">
      <WarnIcon className="mt-0.5 size-4.5" />
      {error}
    </p>
  )
}

/** What a control says about itself besides its label. */
export const described = (id: string, { hint, error }: { hint?: string | undefined; error?: string | undefined }) => ({
  'aria-invalid': error !== undefined,
  'aria-describedby':
    [hint === undefined ? [] : `${id}-hint`, error === undefined ? [] : `${id}-error`].flat().join(' ') || undefined,
})
