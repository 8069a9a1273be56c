import { KEPT_AFTER_ERASURE, type KeptKind, type KeptUntil } from '@avouch/contract'
import { useAccountText } from './account-text.ts'
import { countText } from '#i18n/dates.ts'
import { useLanguage } from '#i18n/language.ts'

const KINDS = Object.entries(KEPT_AFTER_ERASURE) as [KeptKind, KeptUntil][]

/** Lists all that is left of a deleted account, together where it stays equally long. */
export function KeptList() {
  const text = useAccountText()
  const language = useLanguage()
  const untilText = (until: KeptUntil): string => {
    if (until === 'for_good') return text('account.delete.forGood')
    if (until === 'vendor_confirms') return text('account.delete.untilVendor')
    const [count, unit] = until
    return text('account.delete.atMost', { time: countText(language, unit, count) })
  }
  const groups = Map.groupBy(KINDS, ([, until]) => untilText(until))
  return (
    <dl className="grid grid-cols-1 gap-3">
      {[...groups].map(([until, kinds]) => (
        <div key={until} className="border-t border-line pt-3">
          <dt className="font-semibold">{until}</dt>
          <dd>
            <ul className="grid list-disc grid-cols-1 gap-1 ps-5.5 text-ink-soft">
              {kinds.map(([kind]) => (
                <li key={kind}>{text(`account.kept.${kind}`)}</li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  )
}
