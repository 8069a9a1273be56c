import { type Deletion, readDeletion, SECOND_MS } from '@avouch/contract'
import { useState } from 'react'
import { Loaded } from './account-frame.tsx'
import { useAccountText } from './account-text.ts'
import { useOwn } from './own.ts'
import { call } from '#api/api.ts'
import { isRefusal } from '#api/failures.ts'
import { dateText } from '#i18n/dates.ts'
import { useLanguage } from '#i18n/language.ts'
import { StartAfresh } from '#screens/layout/exit-links.tsx'
import { OopsArt } from '#ui/art/art.tsx'
import { ClockArt } from '#ui/art/clock-art.tsx'
import { SealArt } from '#ui/art/seal-art.tsx'
import { ResultPage } from '#ui/result-page.tsx'
import { Slip, SlipRow } from '#ui/slip.tsx'

const POLL_MS = 5 * SECOND_MS

const isOver = ({ account, vendor, money }: Deletion): boolean =>
  account === 'erased' && vendor !== 'asked' && money !== 'returning'

/** Shows how far a deletion is to everybody who has its address, which names nobody. */
export function GoodbyeScreen() {
  const text = useAccountText()
  const [token] = useState(() => window.location.hash.slice(1))
  const own = useOwn('deletion', (signal) => call(readDeletion, { body: { token } }, { signal }), {
    enabled: token !== '',
    refetchInterval: ({ state: { data } }) => (data === undefined || isOver(data) ? false : POLL_MS),
  })
  if (token === '' || isRefusal(own.error, 'not_found', 'invalid_request'))
    return (
      <ResultPage title={text('account.gone.unknown')} lede={text('account.gone.unknownText')} art={<OopsArt />}>
        <StartAfresh />
      </ResultPage>
    )
  if (own.data !== undefined) return <Goodbye {...own.data} />
  return (
    <ResultPage title={text('account.gone.slip')} art={<ClockArt />}>
      <Loaded own={own}>{() => null}</Loaded>
    </ResultPage>
  )
}

function Goodbye({ account, vendor, money, until }: Deletion) {
  const text = useAccountText()
  const language = useLanguage()
  const isErased = account === 'erased'
  const rows = [
    [text('account.gone.account'), text(`account.gone.account.${account}`)],
    [text('account.gone.vendor'), text(`account.gone.vendor.${vendor}`)],
    [text('account.gone.money'), text(`account.gone.money.${money}`)],
  ] as const
  return (
    <ResultPage
      title={text(isErased ? 'account.gone.erased' : 'account.gone.title')}
      lede={text(isErased ? 'account.gone.erasedText' : 'account.gone.text')}
      art={isErased ? <SealArt /> : <ClockArt />}
    >
      <div role="status">
        <Slip title={text('account.gone.slip')} onCard>
          {rows.map(([name, value]) => (
            <SlipRow key={name} name={name}>
              <span>{value}</span>
            </SlipRow>
          ))}
        </Slip>
      </div>
      <p className="text-note text-ink-soft">{text('account.gone.keep', { day: dateText(language, until) })}</p>
      <StartAfresh />
    </ResultPage>
  )
}
