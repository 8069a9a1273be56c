import {
  endOtherSessions,
  endSession,
  forgetBrowser,
  forgetOtherBrowsers,
  ownBrowsers,
  ownSessions,
  passkeys,
  securityEvents,
} from '@avouch/contract'
import { Button } from '@avouch/design/button'
import { useState } from 'react'
import { Facts, Loaded, LogInAgain, Part } from './account-frame.tsx'
import { useAccountText } from './account-text.ts'
import { NewPin } from './new-pin.tsx'
import { useCall, useOwn } from './own.ts'
import { Passkeys } from './passkeys-part.tsx'
import { You } from './you.tsx'
import { call } from '#api/api.ts'
import { isRefusal } from '#api/failures.ts'
import { inBackground } from '#api/report.ts'
import { dateText, timeText } from '#i18n/dates.ts'
import { useLanguage } from '#i18n/language.ts'
import { navigate } from '#router/navigation.ts'
import { settings } from '#settings/page-settings.ts'
import { PhoneArt } from '#ui/art/phone-art.tsx'
import { FlowPage } from '#ui/flow-page.tsx'
import { notify } from '#ui/toasts/notifications.ts'
import { signInFor } from '#visit/sign-in-for.ts'

/** Lists the log-ins and browsers of the account, and what happened to it. */
export function SecurityScreen() {
  const text = useAccountText()
  const language = useLanguage()
  const sessions = useOwn('sessions', (signal) => call(ownSessions, undefined, { signal }))
  const browsers = useOwn('browsers', (signal) => call(ownBrowsers, undefined, { signal }))
  const events = useOwn('events', (signal) => call(securityEvents, undefined, { signal }))
  const keys = useOwn('passkeys', (signal) => call(passkeys, undefined, { signal }), { enabled: settings.passkeys })
  const isByPasskey = keys.data?.opened_by_passkey === true
  const refetchAll = (...parts: { refetch: () => void }[]) => parts.forEach(({ refetch }) => refetch())
  const choosePin = () => {
    signInFor.remember('/account/security')
    inBackground(navigate({ to: '/auth/forgot-pin' }))
  }
  return (
    <FlowPage
      title={text('account.security.title')}
      lede={text('account.security.lede')}
      art={<PhoneArt />}
      about={<You />}
    >
      <div className="mt-7 grid grid-cols-1 gap-10">
        <Part title={text('account.sessions')}>
          <Loaded own={sessions}>
            {({ data }) => (
              <Ends
                kind="sessions"
                rows={data.map(({ id, current, begun_at, ends_at }) => {
                  const times = { begun: timeText(language, begun_at), ends: timeText(language, ends_at) }
                  return { id, current, times: text('account.sessions.times', times) }
                })}
                onEnd={(id) => call(endSession, { params: { id } })}
                onEndOthers={() => call(endOtherSessions)}
                onChange={() => refetchAll(sessions)}
              />
            )}
          </Loaded>
        </Part>
        <Part title={text('account.browsers')} note={text('account.browsers.text')}>
          <Loaded own={browsers}>
            {({ data }) => (
              <Ends
                kind="browsers"
                rows={data.map(({ id, current, known_since, last_used_at }) => {
                  const times = { since: dateText(language, known_since), used: dateText(language, last_used_at) }
                  return { id, current, times: text('account.browsers.times', times) }
                })}
                onEnd={(id) => call(forgetBrowser, { params: { id } })}
                onEndOthers={() => call(forgetOtherBrowsers)}
                onChange={() => refetchAll(browsers, sessions)}
              />
            )}
          </Loaded>
        </Part>
        {settings.passkeys ? (
          <Part title={text('account.passkeys')} note={text('account.passkeys.text')}>
            <Loaded own={keys}>
              {(data) => <Passkeys own={data} onChange={() => refetchAll(keys, sessions, events)} />}
            </Loaded>
          </Part>
        ) : null}
        <Part title={text('account.pin')} note={text(isByPasskey ? 'account.pin.noSms' : 'account.pin.text')}>
          {isByPasskey ? (
            <NewPin onSet={() => refetchAll(keys, sessions, browsers, events)} />
          ) : (
            <Button variant="secondary" onClick={choosePin}>
              {text('account.pin.button')}
            </Button>
          )}
        </Part>
        <Part title={text('account.events')} note={text('account.events.text')}>
          <Loaded own={events}>
            {({ data }) => (
              <Facts facts={data.map(({ kind, at }) => [text(`account.event.${kind}`), timeText(language, at)])} />
            )}
          </Loaded>
        </Part>
      </div>
    </FlowPage>
  )
}

type EndsProps = {
  kind: 'sessions' | 'browsers'
  /** `current` is the one that the visitor uses now; the log-out ends it. */
  rows: readonly { id: string; current: boolean; times: string }[]
  onEnd: (id: string) => Promise<unknown>
  onEndOthers: () => Promise<unknown>
  onChange: () => void
}

/** Lists log-ins or browsers of the account, each with a button that ends it. */
function Ends({ kind, rows, onEnd, onEndOthers, onChange }: EndsProps) {
  const text = useAccountText()
  const { busy, run } = useCall()
  const [needsLogIn, setNeedsLogIn] = useState(false)
  const end = (work: () => Promise<unknown>) => () =>
    run(
      async () => {
        await work()
        notify({ type: 'success', title: text('account.ended'), message: text('account.endedText') })
        onChange()
      },
      (error) => {
        setNeedsLogIn(isRefusal(error, 'sign_in_again'))
        // Someone else ended it before.
        if (isRefusal(error, 'not_found')) onChange()
      },
    )
  if (rows.length === 0) return <p>{text('account.browsers.none')}</p>
  return (
    <div className="grid grid-cols-1 gap-3">
      {needsLogIn ? <LogInAgain /> : null}
      <ul className="grid grid-cols-1">
        {rows.map(({ id, current, times }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 border-t border-line py-2">
            <p className="min-w-0 flex-[1_1_8.5rem]">
              <b className="block font-[650]">{text(`account.${kind}.${current ? 'here' : 'elsewhere'}`)}</b>
              <span className="block text-note text-ink-soft">{times}</span>
            </p>
            {current ? null : (
              <Button
                variant="quiet"
                busy={busy}
                aria-label={`${text(`account.${kind}.end`)}: ${times}`}
                onClick={end(() => onEnd(id))}
              >
                {text(`account.${kind}.end`)}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {rows.filter(({ current }) => !current).length < 2 ? null : (
        <Button variant="secondary" busy={busy} onClick={end(onEndOthers)}>
          {text(`account.${kind}.endOthers`)}
        </Button>
      )}
    </div>
  )
}
