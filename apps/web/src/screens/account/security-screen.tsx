import {
  endOtherSessions,
  endSession,
  forgetBrowser,
  forgetOtherBrowsers,
  ownBrowsers,
  ownSessions,
  securityEvents,
} from '@avouch/contract'
import { Button } from '@avouch/design/button'
import { Loaded, Part } from './account-frame.tsx'
import { useAccountText } from './account-text.ts'
import { Facts } from './facts.tsx'
import { useOwn } from './own.ts'
import { OwnedList } from './owned-list.tsx'
import { You } from './you.tsx'
import { call } from '#api/api.ts'
import { dateText, timeText } from '#i18n/dates.ts'
import { useLanguage } from '#i18n/language.ts'
import { navigate } from '#router/navigation.ts'
import { PhoneArt } from '#ui/art/phone-art.tsx'
import { FlowPage } from '#ui/flow-page.tsx'
import { signInFor } from '#visit/sign-in-for.ts'

/** Where the visitor is logged in, and what happened to the account. */
export function SecurityScreen() {
  const text = useAccountText()
  return (
    <FlowPage
      title={text('account.security.title')}
      lede={text('account.security.lede')}
      art={<PhoneArt />}
      about={<You />}
    >
      <div className="mt-7 grid grid-cols-1 gap-10">
        <Sessions />
        <Browsers />
        <Pin />
        <Events />
      </div>
    </FlowPage>
  )
}

function Sessions() {
  const text = useAccountText()
  const language = useLanguage()
  const own = useOwn('sessions', async (signal) => (await call(ownSessions, undefined, { signal })).data.data)
  return (
    <Part title={text('account.sessions')}>
      <Loaded own={own}>
        {(sessions) => (
          <OwnedList
            rows={sessions.map(({ id, current, begun_at, ends_at }) => ({
              id,
              current,
              name: text(current ? 'account.sessions.here' : 'account.sessions.elsewhere'),
              times: text('account.sessions.times', {
                begun: timeText(language, begun_at),
                ends: timeText(language, ends_at),
              }),
              endName: text('account.sessions.endOne', { begun: timeText(language, begun_at) }),
            }))}
            endText={text('account.sessions.end')}
            endOthersText={text('account.sessions.endOthers')}
            onEnd={(id) => call(endSession, { params: { id } })}
            onEndOthers={() => call(endOtherSessions)}
            onChange={own.refetch}
          />
        )}
      </Loaded>
    </Part>
  )
}

function Browsers() {
  const text = useAccountText()
  const language = useLanguage()
  const own = useOwn('browsers', async (signal) => (await call(ownBrowsers, undefined, { signal })).data.data)
  return (
    <Part title={text('account.browsers')} note={text('account.browsers.text')}>
      <Loaded own={own}>
        {(browsers) =>
          browsers.length === 0 ? (
            <p>{text('account.browsers.none')}</p>
          ) : (
            <OwnedList
              rows={browsers.map(({ id, current, known_since, last_used_at }) => {
                const times = { since: dateText(language, known_since), used: dateText(language, last_used_at) }
                return {
                  id,
                  current,
                  name: text(current ? 'account.browsers.here' : 'account.browsers.elsewhere'),
                  times: text('account.browsers.times', times),
                  endName: text('account.browsers.forgetOne', times),
                }
              })}
              endText={text('account.browsers.forget')}
              endOthersText={text('account.browsers.forgetOthers')}
              onEnd={(id) => call(forgetBrowser, { params: { id } })}
              onEndOthers={() => call(forgetOtherBrowsers)}
              onChange={own.refetch}
            />
          )
        }
      </Loaded>
    </Part>
  )
}

function Pin() {
  const text = useAccountText()
  const choose = () => {
    signInFor.remember('/account/security')
    void navigate({ to: '/auth/forgot-pin' })
  }
  return (
    <Part title={text('account.pin')} note={text('account.pin.text')}>
      <Button variant="secondary" onClick={choose}>
        {text('account.pin.button')}
      </Button>
    </Part>
  )
}

function Events() {
  const text = useAccountText()
  const language = useLanguage()
  const own = useOwn('events', async (signal) => (await call(securityEvents, undefined, { signal })).data.data)
  return (
    <Part title={text('account.events')} note={text('account.events.text')}>
      <Loaded own={own}>
        {(events) => (
          <Facts facts={events.map(({ kind, at }) => [text(`account.event.${kind}`), timeText(language, at)])} />
        )}
      </Loaded>
    </Part>
  )
}
