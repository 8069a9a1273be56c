import { Fragment, type ReactElement } from 'react'

type RichTextProps = {
  /** A phrase with marks such as <terms>…</terms>. */
  text: string
  marks: Readonly<Record<string, (text: string) => ReactElement>>
}

const MARK = /<(\w+)>(.*?)<\/\1>/

/** A phrase whose marked parts become elements. The text stays text: nothing of it is ever read as HTML. */
export function RichText({ text, marks }: RichTextProps) {
  // A plain part, then the name of a mark and what it marks, and so on.
  return text.split(MARK).map((part, index, parts) => {
    if (part === '' || index % 3 === 1) return null
    const mark = index % 3 === 2 ? marks[parts[index - 1] ?? ''] : undefined
    return <Fragment key={index}>{mark?.(part) ?? <span>{part}</span>}</Fragment>
  })
}
