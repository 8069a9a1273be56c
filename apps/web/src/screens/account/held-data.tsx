import { exportData, type HeldData as Held, LANGUAGE_ROWS, type Language } from '@avouch/contract'
import { Button } from '@avouch/design/button'
import { Fragment, useState } from 'react'
import { type Fact, Facts, Folded, Loaded, Part } from './account-frame.tsx'
import { useAccountText } from './account-text.ts'
import { useOwn } from './own.ts'
import { call } from '#api/api.ts'
import { dayText, timeText } from '#i18n/dates.ts'
import { useLanguage } from '#i18n/language.ts'
import { money } from '#i18n/money.ts'

const FILE = 'avouch-my-data.json'

/** Saves everything in the form in which programs read it. */
function save(held: Held): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(held, null, 2)], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: FILE })
  link.click()
  URL.revokeObjectURL(address)
}

/** Shows all that is held, with a press: each fetch is in the audit trail. */
export function HeldData() {
  const text = useAccountText()
  const [isWanted, setWanted] = useState(false)
  const own = useOwn('held', (signal) => call(exportData, undefined, { signal }), { enabled: isWanted })
  return (
    <Part title={text('account.held')} note={text('account.held.text')}>
      {isWanted ? (
        <Loaded own={own}>
          {(held) => (
            <Fragment>
              <Everything held={held} />
              <Button onClick={() => save(held)}>{text('account.held.save')}</Button>
            </Fragment>
          )}
        </Loaded>
      ) : (
        <Button variant="secondary" onClick={() => setWanted(true)}>
          {text('account.held.show')}
        </Button>
      )}
    </Part>
  )
}

function Everything({ held }: { held: Held }) {
  const text = useAccountText()
  const language = useLanguage()
  return groupsOf(held, text, language).map(([title, facts]) => (
    <Folded key={title} title={title} open={title === text('account.held.account')}>
      {facts.length === 0 ? <p>{text('account.held.none')}</p> : <Facts facts={facts} />}
    </Folded>
  ))
}

type Text = ReturnType<typeof useAccountText>

/** Everything that is held, in groups of facts in words. */
function groupsOf(held: Held, text: Text, language: Language): (readonly [title: string, facts: readonly Fact[]])[] {
  const { account, wallet } = held
  const at = (time: string | null) => time && timeText(language, time)
  const isSo = (yes: boolean) => text(yes ? 'account.held.yes' : 'account.held.no')
  const written = (amount: number) => money(language, amount, wallet?.currency ?? 'EUR')
  return [
    [
      text('account.held.account'),
      [
        [text('account.you.number'), account.phone],
        [text('account.held.user'), account.user_id],
        [text('account.held.created'), at(account.created_at)],
        [text('account.held.language'), LANGUAGE_ROWS[account.language].name],
        [text('account.you.age'), isSo(account.of_age)],
        [text('account.held.provenOn'), account.verified_on && dayText(language, account.verified_on)],
        [text('account.held.withdrawn'), at(account.proof_withdrawn_at)],
        [text('account.held.fingerprint'), at(account.document_hash_kept_since)],
        [text('account.held.appeal'), account.appeal ? isSo(true) : null],
        [text('account.held.consent'), isSo(account.data_collection_consent)],
      ],
    ],
    [
      text('account.held.checks'),
      held.identity_checks.map(({ status, begun_at }) => [
        timeText(language, begun_at),
        text(`account.check.${status === '' ? 'NONE' : status}`),
      ]),
    ],
    [
      text('account.held.requests'),
      held.requests.map(({ provider, result, created_at, answered_at }) => [
        `${provider}, ${timeText(language, answered_at ?? created_at)}`,
        text(result === null ? 'account.told.nothing' : `account.told.${result}`),
      ]),
    ],
    [
      text('account.held.wallet'),
      wallet === null
        ? []
        : [
            [text('account.held.available'), written(wallet.available)],
            [text('account.held.reserved'), written(wallet.reserved)],
            ...wallet.entries.map(({ kind, at, available_change, reserved_change }): Fact => {
              const moved = available_change === 0 ? reserved_change : available_change
              return [`${text(`account.entry.${kind}`)}, ${timeText(language, at)}`, written(moved)]
            }),
          ],
    ],
    [
      text('account.held.sessions'),
      held.sessions.map(({ begun_at, ends_at, live }) => [
        timeText(language, begun_at),
        live ? text('account.held.until', { until: timeText(language, ends_at) }) : text('account.held.ended'),
      ]),
    ],
    [
      text('account.held.passkeys'),
      held.passkeys.map(({ name, last_used_on: day }) => [
        name,
        day === null ? text('account.held.unused') : text('account.held.used', { used: dayText(language, day) }),
      ]),
    ],
    [
      text('account.held.browsers'),
      held.known_browsers.map(({ known_since, last_used_at }) => [
        timeText(language, known_since),
        text('account.held.used', { used: timeText(language, last_used_at) }),
      ]),
    ],
    [text('account.held.events'), [['', text('account.held.eventsText', { count: held.security_events.length })]]],
  ]
}
