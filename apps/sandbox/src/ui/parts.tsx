import type { ComponentProps, ReactNode } from 'react'
import type { Words } from '../http/language.ts'
import { useTexts } from './texts.ts'

/** A constant text is an attribute; what is composed or more than text stands between the tags. */
type Said = { text?: Words | undefined }

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

type Styled = Said & { look?: Look | undefined; className?: string | undefined }
const looks = ({ look = 'main', className = '' }: Styled) => `${BUTTON} ${LOOKS[look]} ${className}`

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

/** A form that is posted to us, with what it sends unseen. */
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

/** A form that is one button. beside: the package's script opens a new tab; without it the same tab goes on. */
export function PostButton({ to, fields = {}, beside = false, ...props }: PostButtonProps) {
  const button = <Button {...props} />
  return (
    <Form to={to} fields={fields} className="">
      {beside ? <avouch-button>{button}</avouch-button> : button}
    </Form>
  )
}

type PProps = ComponentProps<'p'> & Said

export const P = ({ text, className = 'text-soft', children, ...rest }: PProps) => (
  <p {...rest} className={className}>
    {useTexts()(text)}
    {children}
  </p>
)

export const Small = (props: PProps) => <P {...props} className="text-small text-soft" />

export const H1 = ({ text, className = 'text-title', children, ...rest }: ComponentProps<'h1'> & Said) => (
  <h1 {...rest} className={className}>
    {useTexts()(text)}
    {children}
  </h1>
)

export const H2 = ({ text, className = 'text-xl', ...rest }: ComponentProps<'h2'> & Said) => (
  <h2 {...rest} className={className}>
    {useTexts()(text)}
  </h2>
)

/** What has to be known before the next step; a problem is read out at once. */
export const Note = ({ isProblem = false, text, children }: Said & { isProblem?: boolean; children?: ReactNode }) => (
  <p
    role={isProblem ? 'alert' : 'status'}
    className={`rounded-2xl px-4 py-3 ${isProblem ? 'bg-danger-tint text-danger' : 'bg-tint'}`}
  >
    {useTexts()(text)}
    {children}
  </p>
)

const CARD = 'grid content-start gap-4 rounded-card border border-line bg-surface p-5 shadow-card sm:p-7'
export const Card = ({ className = '', ...rest }: ComponentProps<'section'>) => (
  <section {...rest} className={`${CARD} ${className}`} />
)

/** A card that is open only when it is wanted. */
export const Fold = ({ title, children, id }: { id?: string | undefined; title: Words; children: ReactNode }) => (
  <details id={id} className="group rounded-card border border-line bg-surface">
    <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 rounded-card px-5 py-3 font-semibold hover:text-brand [&::-webkit-details-marker]:hidden">
      <Icon path="m8 4 6 6-6 6" className="size-4 shrink-0 text-soft transition-transform group-open:rotate-90" />
      {useTexts()(title)}
    </summary>
    <div className="grid gap-4 px-5 pb-5">{children}</div>
  </details>
)

const LINES = { fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' }

/** Drawn with lines on 20 by 20, in the colour of the text beside it. */
export const Icon = ({ path, className = 'size-5' }: { path: string; className?: string }) => (
  <svg viewBox="0 0 20 20" aria-hidden="true" className={className} {...(LINES as ComponentProps<'svg'>)}>
    <path d={path} />
  </svg>
)

/** What opens a tab of its own says so. */
export const OpensTab = () => <Icon path="M8 4H4v12h12v-4M11 3h6v6M16.500 3.500 9 11" className="size-4.5 shrink-0" />

const BADGE = 'inline-flex items-center gap-1.5 rounded-full border px-3 py-0.5 text-small font-semibold'
export const Badge = ({ className = 'border-edge', ...rest }: ComponentProps<'span'>) => (
  <span className={`${BADGE} ${className}`} {...rest} />
)

/** Waiting goes on. */
export const Spinner = () => (
  <p className="size-10 animate-turn rounded-full border-4 border-tint border-t-brand" aria-hidden="true" />
)

export type Row = readonly [name: Words | ReactNode, value: ReactNode, note?: Words]

/** Names and values below each other; what has no value is left out. */
export function Rows({ rows, className = '' }: { rows: readonly Row[]; className?: string }) {
  const t = useTexts()
  return (
    <dl className={`@container grid divide-y divide-line ${className}`}>
      {rows.map(
        ([name, value, note], at) =>
          value && (
            <div key={at} className="grid gap-x-4 py-2.5 @md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
              <dt className="text-soft">{typeof name === 'string' ? t(name) : name}</dt>
              <dd className="font-medium wrap-anywhere">
                {value}
                {note && <small className="block text-small font-normal text-soft">{t(note)}</small>}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

const CONTROL =
  'min-h-12 w-full min-w-0 rounded-[min(var(--radius-control),14px)] border border-edge bg-raised px-3.5 py-2 text-ink aria-[invalid]:border-2 aria-[invalid]:border-danger'

type Options = readonly (readonly [value: string, text: Words])[]
type FieldProps = Omit<ComponentProps<'input'>, 'name'> & {
  name: string
  label: Words
  hint?: Words | undefined
  error?: Words | undefined
  /** Lines of a field for longer texts. */
  rows?: number
  /** What can be chosen. */
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
