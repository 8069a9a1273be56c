import type { ComponentProps } from 'react'
import type { Words } from '../http/language.ts'
import { Icon, type Said, useTexts } from './parts.tsx'

type Look = 'main' | 'plain' | 'quiet'
const BUTTON_CLASSES: Readonly<Record<Look, string>> = {
  main: 'border-brand bg-brand text-on-brand hover:border-brand-hover hover:bg-brand-hover',
  plain: 'border-edge bg-transparent text-ink hover:border-brand hover:bg-tint',
  quiet: 'border-transparent bg-transparent text-brand hover:bg-tint',
}
const BUTTON =
  'inline-flex min-h-12 w-full cursor-pointer items-center justify-center gap-3 rounded-control border-2 px-5 py-2 text-center leading-snug font-semibold no-underline'

/** A link that opens in a new tab; this page stays. */
export const NEW_TAB = { target: '_blank', rel: 'noopener' } as const
/** A link to the website of a story, in the tab that it was opened in before. */
export const WEBSITE_TAB = { target: 'website' } as const

type Styled = Said & { look?: Look | undefined; className?: string | undefined }
const looks = ({ look = 'main', className = '' }: Styled) => `${BUTTON} ${BUTTON_CLASSES[look]} ${className}`

export const Button = ({ look, className, text, children, ...rest }: ComponentProps<'button'> & Styled) => (
  <button type="submit" className={looks({ look, className })} {...rest}>
    {useTexts()(text)}
    {children}
  </button>
)

export const ButtonLink = ({ look, className, text, children, ...rest }: ComponentProps<'a'> & Styled) => (
  <a {...rest} className={looks({ look, className })}>
    {useTexts()(text)}
    {children}
  </a>
)

export const TextLink = ({ text, ...rest }: ComponentProps<'a'> & Said) => (
  <a className="flex min-h-11 items-center text-brand underline underline-offset-4" {...rest}>
    {useTexts()(text)}
  </a>
)

type Hidden = { fields?: Readonly<Record<string, string | undefined>> }

export const Form = ({ to, fields = {}, children, className = 'grid gap-4', ...rest }: FormProps) => (
  <form method="post" action={to} className={className || undefined} {...rest}>
    {Object.entries(fields).map(([name, value]) =>
      value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
    )}
    {children}
  </form>
)
type FormProps = ComponentProps<'form'> & Hidden & { to: string }

type PostButtonProps = ComponentProps<typeof Button> & Hidden & { to: string; beside?: boolean }

/** Renders a form as one button. beside: the package's script opens a new tab; without the script the form opens in the same tab. */
export function PostButton({ to, fields = {}, beside = false, ...props }: PostButtonProps) {
  const button = <Button {...props} />
  return (
    <Form to={to} fields={fields} className="">
      {beside ? <avouch-button>{button}</avouch-button> : button}
    </Form>
  )
}

const COPY =
  'inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-edge bg-raised px-4 font-semibold hover:border-brand'
const SHEETS =
  'M7 7h10v10H7zM13 7V5.500A2.500 2.500 0 0 0 10.500 3h-5A2.500 2.500 0 0 0 3 5.500v5A2.500 2.500 0 0 0 5.500 13H7'

/** Copies a value. about: its name, for whom the value is not in sight. */
export function CopyButton({ id, value, about = 'Code' }: { id: string; value: string; about?: Words }) {
  const t = useTexts()
  return (
    <button
      type="button"
      id={id}
      data-copy={value}
      data-copied={t`Copied|Kopiert`}
      data-failed={t`Not copied|Nicht kopiert`}
      className={COPY}
    >
      <Icon path={SHEETS} />
      <span>{t`Copy|Kopieren`}</span> <span className="sr-only">{t(about)}</span>
    </button>
  )
}

/** Marks a link that opens a new tab. */
export const OpensTab = ({ className = '' }) => (
  <Icon path="M8 4H4v12h12v-4M11 3h6v6M16.500 3.500 9 11" className={`size-4.5 shrink-0 ${className}`} />
)

const CONTROL =
  'min-h-12 w-full min-w-0 rounded-[min(var(--radius-control),14px)] border border-edge bg-raised px-3.5 py-2 text-ink aria-[invalid]:border-2 aria-[invalid]:border-danger'

type Options = readonly (readonly [value: string, text: Words])[]
type FieldProps = Omit<ComponentProps<'input'>, 'name'> & {
  name: string
  label: Words
  hint?: Words | undefined
  error?: Words | undefined
  rows?: number
  options?: Options
}

/** A label above its control, and below it what helps or what is wrong. */
export function Field({ label, hint, error, className = '', rows, options, ...input }: FieldProps) {
  const t = useTexts()
  const id = input.id ?? input.name
  const note = error ?? hint
  const control = {
    ...input,
    id,
    className: `${CONTROL} ${className}`,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': note === undefined ? undefined : `${id}-note`,
  }
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {t(label)}
      </label>
      {options && (
        <select {...(control as ComponentProps<'select'>)}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {t(text)}
            </option>
          ))}
        </select>
      )}
      {rows && <textarea {...(control as ComponentProps<'textarea'>)} rows={rows} />}
      {!options && !rows && <input type="text" autoComplete="off" {...control} />}
      {note && (
        <p id={`${id}-note`} className={`text-small ${error === undefined ? 'text-soft' : 'text-danger'}`}>
          {t(note)}
        </p>
      )}
    </div>
  )
}
