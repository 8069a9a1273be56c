import { Fragment, type ReactElement } from 'react'

type RichTextProps = {
  /** A phrase with marks such as <terms>…</terms>. */
  text: string
  marks: Readonly<Record<string, (text: string) => ReactElement>>
}

const MARK = /<(\w+)>(.*?)<\/\1>/

/** Renders a phrase with elements for its marked parts. The text stays text, and is never read as HTML. */
export function RichText({ text, marks }: RichTextProps) {
  // Parts alternate: plain text, the name of a mark, the marked text.
  return text.split(MARK).map((part, index, parts) => {
    if (part === '' || index % 3 === 1) return null
    const mark = index % 3 === 2 ? marks[parts[index - 1] ?? ''] : undefined
    return <Fragment key={index}>{mark?.(part) ?? <span>{part}</span>}</Fragment>
  })
}
