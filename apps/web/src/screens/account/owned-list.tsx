import { Button } from '@avouch/design/button'
import { useState } from 'react'
import { LogInAgain } from './account-frame.tsx'
import { useAccountText } from './account-text.ts'
import { isRefusal } from '#api/failures.ts'
import { inBackground } from '#api/report.ts'
import { session } from '#api/session.ts'
import { notify } from '#ui/toasts/notifications.ts'

type Row = {
  id: string
  /** It is the one that the visitor uses now, which is ended by the log-out. */
  current: boolean
  name: string
  times: string
  /** Tells its button from the others for screen readers. */
  endName: string
}

type OwnedListProps = {
  rows: readonly Row[]
  endText: string
  endOthersText: string
  onEnd: (id: string) => Promise<unknown>
  onEndOthers: () => Promise<unknown>
  onChange: () => void
}

/** Lists log-ins or browsers of the account, each with a button that ends it. */
export function OwnedList({ rows, endText, endOthersText, onEnd, onEndOthers, onChange }: OwnedListProps) {
  const text = useAccountText()
  const [busy, setBusy] = useState(false)
  const [needsLogIn, setNeedsLogIn] = useState(false)
  const end = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
      notify({ type: 'success', title: text('account.ended'), message: text('account.endedText') })
    } catch (error) {
      // Any other failure is notified. One that is gone already is missing from the list that follows.
      setNeedsLogIn(isRefusal(error, 'sign_in_again'))
    } finally {
      setBusy(false)
      if (session.isOpen()) onChange()
    }
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      {needsLogIn ? <LogInAgain /> : null}
      <ul className="grid grid-cols-1">
        {rows.map(({ id, current, name, times, endName }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 border-t border-line py-2">
            <p className="min-w-0 flex-[1_1_8.5rem]">
              <b className="block font-[650]">{name}</b>
              <span className="block text-note text-ink-soft">{times}</span>
            </p>
            {current ? null : (
              <Button
                variant="quiet"
                busy={busy}
                aria-label={endName}
                onClick={() => inBackground(end(() => onEnd(id)))}
              >
                {endText}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {rows.filter(({ current }) => !current).length < 2 ? null : (
        <Button variant="secondary" busy={busy} onClick={() => inBackground(end(onEndOthers))}>
          {endOthersText}
        </Button>
      )}
    </div>
  )
}
