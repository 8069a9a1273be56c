import type { Content } from '@avouch/design/jsx-runtime'
import { Fragment, useEffect, useRef } from 'react'
import { isArrival } from '#router/arrival.ts'
import { brand } from '#settings/page-settings.ts'

/** Lets a word of a heading break at its soft hyphens only where it does not fit on one line. */
export const keepWordsWhole = (text: Content): Content =>
  typeof text === 'string' && text.includes('\u00AD')
    ? text.split(/( )/).map((word, index) => (
        <span key={index} className={word === ' ' ? '' : 'inline-block max-w-full'}>
          {word}
        </span>
      ))
    : text

type HeadingProps = {
  /** The document's title; the product's name follows it. */
  title: string
  className?: string
  children: Content
}

/** Sets the screen's title and heading, which takes the focus on arrival. */
export function Heading({ title, className = 'text-title font-[680] tracking-[-0.025em]', children }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isArrival()) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Fragment>
      <title>{`${title.replaceAll('\u00AD', '')} – ${brand.name}`}</title>
      <h1 ref={heading} tabIndex={-1} className={`text-balance ${className}`}>
        {keepWordsWhole(children)}
      </h1>
    </Fragment>
  )
}

export const Lede = ({ children, className = '' }: { children: Content; className?: string }) => (
  <div className={`mt-2.5 text-lede text-balance wrap-anywhere text-ink-soft ${className}`}>{children}</div>
)
