import {
  adminEndSessions,
  adminFindAccount,
  adminReadNumber,
  adminReleaseNumber,
  NUMBER_LIMITS,
  type NumberFinding,
  type NumberMoment,
  type NumberStory,
  type Sent,
  SMS_CAUSES,
  UNDELIVERED_WHYS,
} from '@avouch/contract'
import type { Content } from '@avouch/design/jsx-runtime'
import { Button } from '@avouch/design/button'
import { Notice } from '@avouch/design/notice'
import { Fragment, useState } from 'react'
import { call } from '#api/client.ts'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { announce } from '#ui/announce.tsx'
import { Confirm } from '#ui/dialog.tsx'
import { Form, TextField } from '#ui/form.tsx'
import { Card, Page } from '#ui/page.tsx'
import { Empty, Loaded } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { AccountId } from './account-id.tsx'
import { change } from './change.ts'
import { AccountFacts } from './one-account.tsx'
import { useOperatorQuery } from './queries.ts'
import { Replies } from './replies.tsx'

/** Leaves out the country that is not typed. */
const readForm = ({ number, country = '' }: Record<string, string>) => ({
  number,
  ...(country.trim() !== '' && { country: country.trim() }),
})

/** Shows why a number got no SMS. The typed text is sent in a body, and kept in memory alone. */
export function NumberPage() {
  const t = useTranslate()
  const [found, setFound] = useState<StoryProps>()
  return (
    <Page title={t('number.title')} lede={t('number.lede')}>
      <Card>
        <Form
          schema={adminReadNumber.body}
          read={readForm}
          errorFields={{ invalid_request: 'number', not_found: 'number' }}
          submitLabel={t('number.look')}
          onSubmit={async (body) => {
            setFound(undefined)
            const { data } = await call(adminReadNumber, { body })
            setFound({ of: data, named: body })
            const [first] = data.findings
            if (first !== undefined) announce(t(`numberCause.${first.code}`))
          }}
        >
          <TextField name="number" autoComplete="off" spellCheck={false} label={t('number.typed')} />
          <TextField
            name="country"
            autoComplete="off"
            spellCheck={false}
            maxLength={2}
            className="max-w-24 uppercase"
            label={t('number.country')}
            hint={t('number.countryHint')}
          />
        </Form>
      </Card>
      {found === undefined ? null : <Story {...found} />}
    </Page>
  )
}

type StoryProps = { of: NumberStory; named: Sent<typeof adminReadNumber>['body'] }

function Story({ of: { account, findings, moments, refusals_missing_at: missing }, named }: StoryProps) {
  const t = useTranslate()
  const { minute } = useFormat()
  const columns = useColumns()
  const [first] = findings
  return (
    <Fragment>
      <Card title={t('number.answer')}>
        <ul className="grid gap-4">
          {findings.map((finding) => (
            <li key={`${finding.code} ${finding.limit}`}>
              <Finding of={finding} />
            </li>
          ))}
        </ul>
        <p className="mt-5 flex flex-wrap gap-x-3 text-note">
          <span className="text-ink-soft">{t('number.account')}</span>
          {account === null ? <span>{t('number.noAccount')}</span> : <AccountId id={account} />}
        </p>
        <div className="mt-4 flex flex-wrap gap-x-4">
          <Confirm
            label={t('number.release')}
            title={t('number.releaseTitle')}
            text={t('number.releaseText')}
            action={t('number.release')}
            onConfirm={() => change(() => call(adminReleaseNumber, { body: named }), t('number.released'))}
          />
          {account === null ? null : <AccountActions id={account} />}
        </div>
      </Card>
      {first === undefined ? null : <Replies finding={first} />}
      <Card title={t('number.moments')} lede={t('number.momentsText')}>
        {missing === null ? null : (
          <div className="mb-4">
            <Notice kind="info">{t('number.missing', { time: minute(missing) })}</Notice>
          </div>
        )}
        {moments.length === 0 ? (
          <Empty title={t('number.noMoments')} />
        ) : (
          <Table caption={t('number.moments')} rows={numbered(moments)} keyOf={({ key }) => key} columns={columns} />
        )}
      </Card>
    </Fragment>
  )
}

/** Offers what concerns the account; its state is shown on demand, because that is one more look. */
function AccountActions({ id }: { id: string }) {
  const t = useTranslate()
  const [isWanted, setWanted] = useState(false)
  return (
    <Fragment>
      <Confirm
        label={t('number.endSessions')}
        title={t('number.endSessionsTitle')}
        text={t('number.endSessionsText')}
        action={t('number.endSessions')}
        onConfirm={() => change(() => call(adminEndSessions, { params: { id } }), t('number.sessionsEnded'))}
      />
      {isWanted ? (
        <div className="basis-full">
          <AccountState id={id} />
        </div>
      ) : (
        <Button variant="link" onClick={() => setWanted(true)}>
          {t('held.show')}
        </Button>
      )}
    </Fragment>
  )
}

/** Refetched after each change, as all of the console. */
function AccountState({ id }: { id: string }) {
  const query = useOperatorQuery(
    `account ${id}`,
    async () => (await call(adminFindAccount, { body: { account: id } })).data,
  )
  return <Loaded query={query}>{(account) => <AccountFacts account={account} onChanged={async () => {}} />}</Loaded>
}

function Finding({ of: { code, at, free_at, limit, why } }: { of: NumberFinding }) {
  const t = useTranslate()
  const { time, minute } = useFormat()
  const more = [
    ...(limit === null ? [] : [t(`numberLimit.${limit}`)]),
    ...(why === null ? [] : [t(`numberWhy.${why}`)]),
    ...(free_at === null ? [] : [t('number.freeAt', { time: minute(free_at) })]),
  ]
  return (
    <Fragment>
      <p className="font-[650]">{t(`numberCause.${code}`)}</p>
      {more.length === 0 ? null : <p>{more.join(' ')}</p>}
      {at === null ? null : <p className="text-note text-ink-soft">{time(at)}</p>}
    </Fragment>
  )
}

type Translate = ReturnType<typeof useTranslate>

/** Kinds of events in words; others are shown as the audit trail names them. */
const EVENTS = [
  'otp.sent',
  'otp.send_failed',
  'otp.undelivered',
  'otp.wrong',
  'otp.closed',
  'otp.dead',
  'auth.pin.ok',
  'auth.pin.wrong',
  'auth.pin.throttled',
  'auth.pin.no_account',
  'auth.pin.closed_unknown',
  'signup.pending',
  'signup.exists',
  'signup.stopped',
] as const

const Code = ({ text }: { text: string }) => (
  <code translate="no" className="font-mono text-note wrap-anywhere">
    {text}
  </code>
)

function whatOf({ source, what, detail }: NumberMoment, t: Translate): Content {
  const event = EVENTS.find((one) => one === what)
  if (source === 'event') return event === undefined ? <Code text={what} /> : t(`numberEvent.${event}`)
  const limit = source === 'refusal' ? NUMBER_LIMITS.find((one) => one === detail) : undefined
  if (limit !== undefined) return t(`numberLimit.${limit}`)
  const cause = SMS_CAUSES.find((one) => one === what)
  return cause === undefined ? <Code text={what} /> : t(`numberCause.${cause}`)
}

function detailOf({ source, detail }: NumberMoment, t: Translate): Content {
  if (detail === null || source === 'refusal') return '–'
  if (source === 'event') return <Code text={detail} />
  const why = UNDELIVERED_WHYS.find((one) => one === detail)
  return why === undefined ? t('numberSms.notice') : t(`numberWhy.${why}`)
}

function useColumns(): Column<NumberMoment>[] {
  const t = useTranslate()
  const { time } = useFormat()
  return [
    { title: t('number.at'), renderCell: ({ at }) => time(at) },
    { title: t('number.what'), renderCell: (moment) => whatOf(moment, t) },
    { title: t('number.detail'), renderCell: (moment) => detailOf(moment, t) },
  ]
}

/** Two rows may be of one moment. */
const numbered = (moments: readonly NumberMoment[]) => moments.map((one, at) => ({ ...one, key: String(at) }))
