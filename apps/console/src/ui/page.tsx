import type { Content, Elements } from '@avouch/design/jsx-runtime'
import { Fragment, useEffect, useRef } from 'react'
import { hasArrived } from '#router/router.tsx'
import { brand } from '../settings.ts'

type PageProps = {
  title: string
  lede?: Content
  /** The actions of the page as a whole. */
  actions?: Elements
  children?: Elements
}

/** Shows a page with its title and its heading, which takes the focus after a navigation. */
export function Page({ title, lede, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (hasArrived()) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Fragment>
      <title>{`${title} – ${brand.name}`}</title>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1
            ref={heading}
            tabIndex={-1}
            className="text-title font-[680] tracking-[-0.025em] text-balance wrap-anywhere"
          >
            {title}
          </h1>
          {lede === undefined ? null : <div className="mt-1.5 max-w-[62ch] text-ink-soft">{lede}</div>}
        </div>
        {actions}
      </div>
      <div className="mt-6 grid grid-cols-1 gap-6">{children}</div>
    </Fragment>
  )
}

type CardProps = { title?: string | undefined; lede?: Content; actions?: Elements; children?: Elements }

/** A part of a page, under a heading. */
export function Card({ title, lede, actions, children }: CardProps) {
  return (
    <section className="rounded-card border border-line bg-surface p-[clamp(16px,3vw,28px)] shadow-card">
      {title === undefined ? null : (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 className="min-w-0 text-section font-[650] tracking-[-0.015em]">{title}</h2>
          {actions}
        </div>
      )}
      {lede === undefined ? null : <p className="-mt-2 mb-4 max-w-[62ch] text-ink-soft">{lede}</p>}
      {children}
    </section>
  )
}
