import type { ComponentProps, ReactNode } from 'react'
import type { Words } from '../http/language.ts'
import { useTexts } from './texts.ts'

type Look = 'main' | 'plain' | 'quiet'
const LOOKS: Readonly<Record<Look, string>> = {
  main: 'border-brand bg-brand text-on-brand hover:border-brand-hover hover:bg-brand-hover',
  plain: 'border-edge bg-transparent text-ink hover:border-brand hover:bg-tint',
  quiet: 'border-transparent bg-transparent text-brand hover:bg-tint',
}
const BUTTON =
  'inline-flex min-h-12 w-full cursor-pointer items-center justify-center gap-3 rounded-control border-2 px-5 py-2 text-center leading-snug font-semibold no-underline'

/** A link that opens beside this page, which stays. */
export const NEW_TAB = { target: '_blank', rel: 'noopener' } as const

type Styled = { look?: Look | undefined; className?: string | undefined }
const looks = ({ look = 'main', className = '' }: Styled) => `${BUTTON} ${LOOKS[look]} ${className}`

export function Button({ look, className, ...rest }: ComponentProps<'button'> & Styled) {
  return <button type="submit" className={looks({ look, className })} {...rest} />
}

export function ButtonLink({ look, className, children, ...rest }: ComponentProps<'a'> & Styled) {
  return (
    <a {...rest} className={looks({ look, className })}>
      {children}
    </a>
  )
}

export function Hidden({ fields }: { fields: Readonly<Record<string, string | undefined>> }) {
  return Object.entries(fields).map(([name, value]) =>
    value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
  )
}

type PostButtonProps = ComponentProps<typeof Button> & {
  to: string
  fields?: Readonly<Record<string, string | undefined>>
  beside?: boolean
}

/** A form that is one button. beside: the package's script opens a new tab; without it the same tab goes on. */
export function PostButton({ to, fields = {}, beside = false, ...button }: PostButtonProps) {
  return (
    <form method="post" action={to}>
      <Hidden fields={fields} />
      {beside ? (
        <avouch-button>
          <Button {...button} />
        </avouch-button>
      ) : (
        <Button {...button} />
      )}
    </form>
  )
}

type PProps = ComponentProps<'p'> & { text?: Words }

/** A paragraph in the language of the page. */
export const P = ({ text = '', className = 'text-soft', children, ...rest }: PProps) => (
  <p {...rest} className={className}>
    {useTexts()(text)}
    {children}
  </p>
)

export function Card({ className = '', ...rest }: ComponentProps<'section'>) {
  return (
    <section
      {...rest}
      className={`grid content-start gap-4 rounded-card border border-line bg-surface p-5 shadow-card sm:p-7 ${className}`}
    />
  )
}

/** A card that is open only when it is wanted. */
export function Fold({ title, className = '', children, id }: ComponentProps<'details'> & { title: string }) {
  return (
    <details id={id} className={`group rounded-card border border-line bg-surface ${className}`}>
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 rounded-card px-5 py-3 font-semibold hover:text-brand [&::-webkit-details-marker]:hidden">
        <Icon path="m8 4 6 6-6 6" className="size-4 shrink-0 text-soft transition-transform group-open:rotate-90" />
        {title}
      </summary>
      <div className="grid gap-4 px-5 pb-5">{children}</div>
    </details>
  )
}

/** Drawn with lines on 20 by 20, in the colour of the text beside it. */
export function Icon({ path, className = 'size-5' }: { path: string; className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  )
}

/** What opens a tab of its own says so. */
export const OpensTab = () => <Icon path="M8 4H4v12h12v-4M11 3h6v6M16.500 3.500 9 11" className="size-4.5 shrink-0" />

export function Badge({ className = 'border-edge', children }: { className?: string; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full border px-3 py-0.5 text-small font-semibold ${className}`}
    >
      {children}
    </span>
  )
}

/** Waiting goes on. */
export const Spinner = () => (
  <p className="size-10 animate-turn rounded-full border-4 border-tint border-t-brand" aria-hidden="true" />
)

export type Row = readonly [name: ReactNode, value: ReactNode, note?: string]

/** Names and values below each other. */
export function Rows({ rows, className = '' }: { rows: readonly Row[]; className?: string }) {
  return (
    <dl className={`@container grid divide-y divide-line ${className}`}>
      {rows.map(([name, value, note], at) => (
        <div key={at} className="grid gap-x-4 py-2.5 @md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <dt className="text-soft">{name}</dt>
          <dd className="font-medium wrap-anywhere">
            {value}
            {note && <small className="block text-small font-normal text-soft">{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const CONTROL =
  'min-h-12 w-full min-w-0 rounded-[min(var(--radius-control),14px)] border border-edge bg-raised px-3.5 py-2 text-ink aria-[invalid]:border-2 aria-[invalid]:border-danger'

type Labelled = { label: string; hint?: string | undefined; error?: string | undefined }

/** A label above its control, and below it what helps or what is wrong. */
function Labelled({ id, label, hint, error, children }: Labelled & { id: string; children: ReactNode }) {
  const note = error ?? hint
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {children}
      {note && (
        <p id={`${id}-note`} className={`text-small ${error === undefined ? 'text-soft' : 'text-danger'}`}>
          {note}
        </p>
      )}
    </div>
  )
}

const described = (id: string, { hint, error }: Partial<Labelled>) => ({
  'aria-invalid': error === undefined ? undefined : true,
  'aria-describedby': (error ?? hint) === undefined ? undefined : `${id}-note`,
})

type FieldProps = ComponentProps<'input'> & Labelled & { name: string }

export function Field({ label, hint, error, className = '', id: given, ...input }: FieldProps) {
  const id = given ?? input.name
  return (
    <Labelled {...{ id, label, hint, error }}>
      <input
        type="text"
        autoComplete="off"
        {...input}
        id={id}
        className={`${CONTROL} ${className}`}
        {...described(id, { hint, error })}
      />
    </Labelled>
  )
}

type TextAreaProps = ComponentProps<'textarea'> & Labelled & { id: string }

export function TextArea({ label, hint, id, ...area }: TextAreaProps) {
  return (
    <Labelled {...{ id, label, hint }}>
      <textarea {...area} id={id} className={CONTROL} {...described(id, { hint })} />
    </Labelled>
  )
}

type SelectProps = ComponentProps<'select'> & {
  label: string
  id: string
  options: readonly (readonly [value: string, text: string])[]
}

export function Select({ label, id, options, ...select }: SelectProps) {
  return (
    <Labelled {...{ id, label }}>
      <select {...select} id={id} className={CONTROL}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  )
}
