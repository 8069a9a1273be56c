import type { Elements } from '@avouch/design/jsx-runtime'
import type { Block } from '@avouch/phrases/legal-pages'
import { LegalPageText, type LegalPageTextProps } from './legal-page-text.tsx'
import { settings } from '#settings/page-settings.ts'
import { ChevronIcon } from '@avouch/design/more-icons'

type BlocksProps = { blocks: readonly Block[]; onFollow: LegalPageTextProps['onFollow'] }

/** Renders paragraphs, lists, facts and questions, one below the other. */
export function Blocks({ blocks, onFollow }: BlocksProps) {
  return (
    <div className="grid grid-cols-1 gap-3.5">
      {blocks.map((block, index) => (
        <OneBlock key={index} block={block} onFollow={onFollow} />
      ))}
    </div>
  )
}

function OneBlock({ block, onFollow }: { block: Block; onFollow: LegalPageTextProps['onFollow'] }): Elements {
  const text = (one: string) => <LegalPageText text={one} onFollow={onFollow} />
  if (typeof block === 'string') return <p>{text(block)}</p>
  if ('list' in block)
    return (
      <ul className="grid list-disc grid-cols-1 gap-2 ps-5.5 marker:text-ink-soft">
        {block.list.map((item) => (
          <li key={item}>{text(item)}</li>
        ))}
      </ul>
    )
  if ('steps' in block)
    return (
      <ol className="grid list-decimal grid-cols-1 gap-2.5 ps-6 marker:font-semibold marker:text-brand">
        {block.steps.map((item) => (
          <li key={item} className="ps-1">
            {text(item)}
          </li>
        ))}
      </ol>
    )
  if ('sandbox' in block) return settings.sandboxPhoneUrl === null ? null : <p>{text(block.sandbox)}</p>
  if ('facts' in block)
    return (
      <dl className="grid grid-cols-1 gap-3">
        {block.facts.map(([term, said]) => (
          <div
            key={term}
            className="grid grid-cols-1 gap-x-6 border-t border-line pt-3 sm:grid-cols-[minmax(0,15rem)_minmax(0,1fr)]"
          >
            <dt className="font-semibold hyphens-auto">{text(term)}</dt>
            <dd>{text(said)}</dd>
          </div>
        ))}
      </dl>
    )
  return (
    <details className="group rounded-field border border-line bg-surface px-4 open:pb-4">
      <summary className="flex min-h-13 list-none items-center justify-between gap-3 py-2.5 leading-snug font-semibold [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 hyphens-auto">{text(block.question)}</span>
        <ChevronIcon className="size-5 text-ink-soft transition-transform duration-200 group-open:rotate-180 print:hidden" />
      </summary>
      <Blocks blocks={block.answer} onFollow={onFollow} />
    </details>
  )
}
