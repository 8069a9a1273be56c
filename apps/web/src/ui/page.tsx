import { Fragment } from 'react'
import type { Content, Elements } from '@avouch/design/jsx-runtime'
import { Heading, Lede } from '#ui/heading.tsx'

type PageProps = {
  title: string
  /** The heading, when it says more than the title. */
  heading?: string
  lede?: Content
  children?: Elements
}

/** A screen without a card: a page to read. */
export const Page = ({ title, heading = title, lede, children }: PageProps) => (
  <Fragment>
    <Heading title={title}>{heading}</Heading>
    {lede === undefined ? null : <Lede className="max-w-[44ch]">{lede}</Lede>}
    {children}
  </Fragment>
)
