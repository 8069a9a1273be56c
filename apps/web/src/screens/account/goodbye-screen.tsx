import { type Deletion, readDeletion, SECOND_MS } from '@avouch/contract'
import { Slip, SlipRow } from '#ui/slip.tsx'
import { useEffect, useState } from 'react'
import { useAccountText } from './account-text.ts'
import { call } from '#api/api.ts'
import { isRefusal } from '#api/failures.ts'
import { poll } from '#api/poll.ts'
import { dateText } from '#i18n/dates.ts'
import { useLanguage } from '#i18n/language.ts'
import { StartAfresh } from '#screens/layout/exit-links.tsx'
import { LoadingScreen } from '#screens/layout/message-screen.tsx'
import { ClockArt } from '#ui/art/clock-art.tsx'
import { OopsArt } from '#ui/art/art.tsx'
import { SealArt } from '#ui/art/seal-art.tsx'
import { ResultPage } from '#ui/result-page.tsx'

const POLL_MS = 5 * SECOND_MS

/** Follows a deletion until nothing is waited for. null: the token shows nothing. */
function useDeletion(token: string): Deletion | null | undefined {
  const [deletion, setDeletion] = useState<Deletion | null>()
  useEffect(() => {
    if (token === '') return setDeletion(null)
    let isOver = false
    return poll({
      ask: async (signal) => (await call(readDeletion, { body: { token } }, { signal })).data,
      intervalMs: POLL_MS,
      isDue: () => !isOver,
      onAnswer: (answer) => {
        isOver = answer.account === 'erased' && answer.vendor !== 'asked' && answer.money !== 'returning'
        setDeletion(answer)
      },
      onError: (error) => {
        if (!isRefusal(error, 'not_found', 'invalid_request')) return
        isOver = true
        setDeletion(null)
      },
    })
  }, [token])
  return deletion
}

/** How far a deletion is, for who has its address: it names nobody. */
export function GoodbyeScreen() {
  const [token] = useState(() => window.location.hash.slice(1))
  const text = useAccountText()
  const language = useLanguage()
  const deletion = useDeletion(token)
  if (deletion === undefined) return <LoadingScreen />
  if (deletion === null)
    return (
      <ResultPage title={text('account.gone.unknown')} lede={text('account.gone.unknownText')} art={<OopsArt />}>
        <StartAfresh />
      </ResultPage>
    )
  const { account, vendor, money, until } = deletion
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
