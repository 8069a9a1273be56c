import { type ComponentProps, type ReactNode, useContext } from 'react'
import { PageLanguage, textsIn, type Words } from '../http/language.ts'

export const useTexts = () => textsIn(useContext(PageLanguage))

/** A constant text is an attribute; composed content stands between the tags. */
export type Said = { text?: Words | undefined }

type PProps = ComponentProps<'p'> & Said

export const P = ({ text, className = 'text-soft', children, ...rest }: PProps) => (
  <p {...rest} className={className}>
    {useTexts()(text)}
    {children}
  </p>
)

export const Small = ({ className = '', ...props }: PProps) => (
  <P {...props} className={`text-small text-soft ${className}`} />
)

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

/** A note to read before the next step; screen readers announce a problem immediately. */
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
export const Fold = ({ title, children, ...rest }: { title: Words } & Omit<ComponentProps<'details'>, 'title'>) => (
  <details {...rest} className="group rounded-card border border-line bg-surface">
    <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 rounded-card px-5 py-3 font-semibold hover:text-brand [&::-webkit-details-marker]:hidden">
      <Icon path="m8 4 6 6-6 6" className="size-4 shrink-0 text-soft transition-transform group-open:rotate-90" />
      {useTexts()(title)}
    </summary>
    <div className="grid gap-4 px-5 pb-5">{children}</div>
  </details>
)

const LINES = { fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' }

export const Icon = ({ path, className = 'size-5' }: { path: string; className?: string }) => (
  <svg viewBox="0 0 20 20" aria-hidden="true" className={className} {...(LINES as ComponentProps<'svg'>)}>
    <path d={path} />
  </svg>
)

/** A drawing of the sprite, in the colours of the page around it. Decoration. */
export const Art = ({
  name,
  className = 'art',
  box = '0 0 160 120',
}: {
  name: string
  className?: string
  box?: string
}) => (
  <svg viewBox={box} aria-hidden="true" className={className}>
    <use href={`/assets/art.svg#${name}`} />
  </svg>
)

const BADGE = 'inline-flex items-center gap-1.5 rounded-full border px-3 py-0.5 text-small font-semibold'
export const Badge = ({ className = 'border-edge', ...rest }: ComponentProps<'span'>) => (
  <span className={`${BADGE} ${className}`} {...rest} />
)

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
