import { Fragment, type ReactNode } from 'react'

type RichTextProps = {
  /** A phrase with marks such as <terms>…</terms>. */
  text: string
  marks: Readonly<Record<string, (text: string) => ReactNode>>
}

const MARK = /<(\w+)>(.*?)<\/\1>/g

/** A phrase whose marked parts become elements. The text stays text: nothing of it is ever read as HTML. */
export function RichText({ text, marks }: RichTextProps) {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(MARK)) {
    const [whole, name = '', inner = ''] = match
    parts.push(text.slice(end, match.index), <Fragment key={match.index}>{marks[name]?.(inner) ?? inner}</Fragment>)
    end = match.index + whole.length
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}
