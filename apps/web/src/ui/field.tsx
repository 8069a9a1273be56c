import type { ReactNode } from 'react'
import { WarnIcon } from '#ui/icons.tsx'

export const INPUT =
  'min-h-[52px] w-full rounded-field border-[1.5px] border-line-strong bg-surface px-3.5 py-2 text-ink placeholder:text-ink-soft aria-invalid:border-danger aria-invalid:shadow-[0_0_0_1px_var(--color-danger)]'

/** The field of countries, with its list and before that is there. */
export const PICKER_INPUT = `${INPUT} pe-13 text-ellipsis`
export const PICKER_BUTTON =
  'absolute inset-e-1 top-1 grid size-11 place-items-center rounded-[8px] text-ink-soft hover:text-ink'

/** What is said below a field that has no error, about the one that follows. */
export type Note = { id: string; text: string; shown: boolean }

type FieldProps = {
  id: string
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** All that may be wrong here. */
  errors: readonly string[]
  note?: Note | undefined
  children: ReactNode
}

/** A label above, the reason of an error below; both are tied to the control that bears the id. */
export function Field({ id, label, hint, error, errors, note, children }: FieldProps) {
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
      <FieldError id={id} error={error} errors={errors} note={note} />
    </div>
  )
}

type FieldErrorProps = Pick<FieldProps, 'id' | 'error' | 'errors' | 'note'>

/**
 * Room is kept for the longest of all errors, and for the note, in this language, at this width and size of text: what lies
 * below stays where it is. What keeps the room is no text of the page.
 */
export function FieldError({ id, error, errors, note }: FieldErrorProps) {
  const longest = errors.reduce((longest, text) => (text.length > longest.length ? text : longest), '')
  return (
    <div className="-mt-0.5 grid grid-cols-1 text-[.95rem] leading-snug *:col-start-1 *:row-start-1">
      <span data-room={longest} aria-hidden="true" className="invisible ps-6 before:content-[attr(data-room)]" />
      {note === undefined ? null : (
        <span
          data-room={note.text}
          aria-hidden="true"
          className="invisible text-note before:content-[attr(data-room)]"
        />
      )}
      {note?.shown === true && error === undefined ? (
        <p id={note.id} className="text-note text-ink-soft">
          {note.text}
        </p>
      ) : null}
      {error === undefined ? null : (
        <p id={`${id}-error`} role="alert" className="flex items-start gap-1.5 text-danger">
          <WarnIcon className="mt-px size-4.5" />
          {error}
        </p>
      )}
    </div>
  )
}

type Described = {
  hint?: string | undefined
  error?: string | undefined
  /** The id of a note that stands elsewhere. */
  note?: string | undefined
}

/** The description of a control, in addition to its label. */
export const described = (id: string, { hint, error, note }: Described) => ({
  'aria-invalid': error !== undefined,
  'aria-describedby':
    [note ?? [], hint === undefined ? [] : `${id}-hint`, error === undefined ? [] : `${id}-error`].flat().join(' ') ||
    undefined,
})
