import { me } from '@avouch/contract'
import { Loaded } from './account-frame.tsx'
import { useAccountText } from './account-text.ts'
import { useOwn } from './own.ts'
import { call } from '#api/api.ts'
import { dayText } from '#i18n/dates.ts'
import { useLanguage } from '#i18n/language.ts'
import { About } from '#ui/about.tsx'
import { DocumentArt } from '#ui/art/document-art.tsx'

/** Shows the account itself: the number's ending, the proof, the document. */
export function You() {
  const text = useAccountText()
  const language = useLanguage()
  const own = useOwn('profile', (signal) => call(me, undefined, { signal }))
  return (
    <About title={text('account.you')} art={<DocumentArt />}>
      <Loaded own={own}>
        {({ phone_ending: ending, verified_on: day, document_kept }) => (
          <dl className="grid grid-cols-1 gap-3">
            {[
              [text('account.you.number'), text('account.you.ending', { ending })],
              [
                text('account.you.age'),
                day === null
                  ? text('account.you.unproven')
                  : text('account.you.proven', { day: dayText(language, day) }),
              ],
              [
                text('account.you.document'),
                text(document_kept ? 'account.you.fingerprint' : 'account.you.noDocument'),
              ],
            ].map(([name, value]) => (
              <div key={name}>
                <dt className="font-semibold text-ink">{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
    </About>
  )
}
