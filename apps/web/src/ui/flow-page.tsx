import type { Content, Elements } from '@avouch/design/jsx-runtime'
import { Heading, Lede } from './heading.tsx'

type FlowPageProps = {
  title: string
  /** The heading, if it differs from the title. */
  heading?: string
  lede?: Content
  /** Illustration next to the heading, where the About box does not show it. */
  art: Elements
  /** The About box. */
  about?: Elements
  children: Elements
}

/** Lays out a screen that asks for something: a card with the form, and an explanation next to it. */
export function FlowPage({ title, heading = title, lede, art, about, children }: FlowPageProps) {
  return (
    <div
      className={`grid grid-cols-1 gap-5 ${about === undefined ? '' : 'min-[860px]:grid-cols-[minmax(0,1fr)_340px] min-[860px]:items-start min-[860px]:gap-6'}`}
    >
      <section className="mx-auto w-full max-w-[636px] rounded-card border border-line bg-surface p-[clamp(20px,4vw,36px)] shadow-card max-[359px]:p-4 short:max-w-none short:py-2">
        {/* Very large text hides the illustration. */}
        <div className="@container flex items-center justify-between gap-4">
          <div className="min-w-0">
            <Heading title={title}>{heading}</Heading>
          </div>
          <span className={`-me-1 h-13.5 @max-[15rem]:hidden ${about === undefined ? '' : 'min-[860px]:hidden'}`}>
            {art}
          </span>
        </div>
        {lede === undefined ? null : <Lede>{lede}</Lede>}
        {children}
      </section>
      {about}
    </div>
  )
}

/** Shows other ways below a form. */
export const Foot = ({ children }: { children: Content }) => (
  <p className="mt-3 flex flex-wrap items-center justify-center gap-x-2 text-[.9375rem] text-ink-soft">{children}</p>
)
