import type { Content, Elements } from './jsx-runtime.ts'
import { TickIcon, WarnIcon } from './icons.tsx'

export const INPUT =
  'min-h-[52px] w-full min-w-0 rounded-field border-[1.5px] border-line-strong bg-surface px-3.5 py-2 text-ink placeholder:text-ink-soft hover:border-ink-soft focus-visible:border-brand focus-visible:rounded-field focus-visible:outline-2 focus-visible:outline-offset-0 aria-invalid:border-danger aria-invalid:shadow-invalid'

export const LABEL = 'font-semibold leading-snug'

type FieldProps = {
  id: string
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Every error that the field may show: space is kept for the longest. */
  errors: readonly string[]
  children: Elements
}

/** A label above; below, in one place, the hint or the reason of an error. Both are tied to the control that bears the id. */
export function Field({ id, label, hint, error, errors, children }: FieldProps) {
  return (
    <div className="grid grid-cols-1">
      <label htmlFor={id} id={`${id}-label`} className={`mb-1.5 ${LABEL}`}>
        {label}
      </label>
      {children}
      <FieldMessage id={id} hint={hint} wrong={wrongAt(id, error)} errors={errors} />
    </div>
  )
}

/** A hint that says that all is well. */
const HINT_CLASSES = { plain: 'text-ink-soft', good: 'font-[550] text-ok' } as const

type FieldMessageProps = {
  /** The hint's id is `${id}-hint`. */
  id: string
  hint?: string | undefined
  /** The errors: the first is shown, all are said to a screen reader. */
  wrong: readonly Wrong[]
  /** Every error that the field may show: space is kept for the longest. */
  errors: readonly string[]
  /** Hints that may stand here at another time. */
  otherHints?: readonly string[]
  look?: keyof typeof HINT_CLASSES
}

/** The reason of an error, tied to its control by the id. shown: the same words, with a link among them. */
export type Wrong = { id: string; text: string; shown?: Content }

/** @returns nothing for a field without error */
export const wrongAt = (id: string, error: string | undefined, shown?: Content): Wrong[] =>
  error === undefined ? [] : [{ id: `${id}-error`, text: error, shown }]

/**
 * Room is kept for the longest text that may stand here, in this language, at this width and size of text: what lies
 * below stays where it is. What keeps the room is no text of the page.
 */
export function FieldMessage({ id, hint, wrong, errors, otherHints = [], look = 'plain' }: FieldMessageProps) {
  const texts = [...errors, ...otherHints, hint ?? '']
  const longest = texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '')
  return (
    <div
      data-message
      className="relative mt-1 grid min-h-5 grid-cols-1 text-note wrap-anywhere *:col-start-1 *:row-start-1"
    >
      <span data-room={longest} aria-hidden="true" className="invisible ps-5.5 before:content-[attr(data-room)]" />
      {hint === undefined || wrong.length > 0 ? null : (
        <p id={`${id}-hint`} className={`flex items-start gap-1.5 ${HINT_CLASSES[look]}`}>
          {look === 'good' ? <TickIcon className="mt-0.5 size-4" /> : null}
          <span>{hint}</span>
        </p>
      )}
      {wrong.map(({ id, text, shown = text }, index) => (
        <p
          key={id}
          id={id}
          role="alert"
          className={index === 0 ? 'flex items-start gap-1.5 font-[550] text-danger' : 'sr-only text-danger'}
        >
          {index === 0 ? <WarnIcon className="mt-0.5 size-4" /> : null}
          <span>{index === 0 ? shown : text}</span>
        </p>
      ))}
    </div>
  )
}

type Reasons = { hint?: string | undefined; error?: string | undefined }

/** The description of a control, in addition to its label: what stands below it. */
export const described = (id: string, { hint, error }: Reasons) => ({
  'aria-invalid': error !== undefined,
  'aria-describedby': error !== undefined ? `${id}-error` : hint !== undefined ? `${id}-hint` : undefined,
})

export type Described = ReturnType<typeof described>
