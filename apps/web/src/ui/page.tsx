import { type ReactNode, useEffect, useRef } from 'react'
import { isArrival } from '#router/arrival.ts'
import { brand } from '#settings/brand.ts'

type PageProps = {
  /** Of the document; the product's name follows it. */
  title: string
  /** The heading, when it says more than the title. */
  heading?: string
  /** What stands above the heading. */
  above?: ReactNode
  lede?: ReactNode
  /** A box beside the content, below it on a phone. */
  aside?: ReactNode
  children?: ReactNode
}

/** Every screen: its title, its heading, which takes the focus when the screen appears, and its content. */
export function Page({ title, heading = title, above, lede, aside, children }: PageProps) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isArrival()) headingRef.current?.focus({ preventScroll: true })
  }, [])

  const content = (
    <>
      {above}
      <h1 ref={headingRef} tabIndex={-1} className="text-title font-bold tracking-[-0.028em] text-balance hyphens-auto">
        {heading}
      </h1>
      {lede === undefined ? null : (
        <div className="mt-3 max-w-[44ch] wrap-anywhere text-lede text-ink-soft">{lede}</div>
      )}
      {children}
    </>
  )
  return (
    <>
      <title>{`${title} – ${brand.name}`}</title>
      {aside === undefined ? (
        content
      ) : (
        <div className="grid grid-cols-1 gap-x-[clamp(2rem,6vw,4.5rem)] gap-y-8 min-[820px]:grid-cols-[minmax(0,1.2fr)_minmax(260px,.8fr)] min-[820px]:items-start">
          <div>{content}</div>
          {aside}
        </div>
      )}
    </>
  )
}
