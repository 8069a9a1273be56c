import {
  adminInviteStaff,
  adminListStaff,
  type AdminPerson,
  adminSetStaff,
  type Answer,
  OPERATOR_ROLES,
  type OperatorRole,
} from '@avouch/contract'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { ShownOnce } from '#ui/copy.tsx'
import { Confirm } from '#ui/dialog.tsx'
import { Form, SelectField } from '#ui/form.tsx'
import { Card, Page } from '#ui/page.tsx'
import { Empty, Loaded } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { change } from './change.ts'
import { operatorIsOld, useOperatorQuery } from './queries.ts'
import { useDuties } from './role.ts'

type Staff = Answer<typeof adminListStaff>['data']
type Member = Staff['data'][number]

/** Lists the people who operate the installation. */
export function StaffPage({ person }: { person: AdminPerson }) {
  const t = useTranslate()
  const { isOperator } = useDuties()
  const [link, setLink] = useState<string>()
  const query = useOperatorQuery('staff', async () => (await call(adminListStaff)).data)
  const columns = useColumns(person.id)
  return (
    <Page title={t('staff.title')} lede={t('staff.lede')}>
      {link === undefined ? null : (
        <ShownOnce key={link} of="link" label={t('staff.link')} text={link} onDone={() => setLink(undefined)} />
      )}
      <Card>
        <Loaded query={query}>
          {({ data }) => <Table caption={t('staff.title')} rows={data} keyOf={({ id }) => id} columns={columns} />}
        </Loaded>
      </Card>
      <Card title={t('staff.invitations')}>
        <Loaded query={query}>{({ invitations }) => <Invitations rows={invitations} />}</Loaded>
      </Card>
      {isOperator ? <Invite onMade={setLink} /> : null}
    </Page>
  )
}

function useColumns(own: string): Column<Member>[] {
  const t = useTranslate()
  const { minute } = useFormat()
  const { isOperator } = useDuties()
  const set: Column<Member> = {
    title: t('table.actions'),
    renderCell: (member) => (member.id === own ? t('staff.you') : <Roles of={member} />),
  }
  return [
    { title: t('staff.email'), renderCell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
    { title: t('staff.role'), renderCell: ({ role }) => t(`role.${role}`) },
    {
      title: t('staff.seen'),
      renderCell: ({ last_seen_at }) => (last_seen_at === null ? t('staff.unseen') : minute(last_seen_at)),
    },
    ...(isOperator ? [set] : []),
  ]
}

function Roles({ of: { id, email, role } }: { of: Member }) {
  const t = useTranslate()
  const set = (next: OperatorRole | null) => () =>
    change(() => call(adminSetStaff, { params: { id }, body: { role: next } }), t('staff.done'))
  return (
    <span className="flex flex-wrap gap-x-4">
      {OPERATOR_ROLES.filter((one) => one !== role).map((next) => (
        <Confirm
          key={next}
          label={t('staff.setRole', { role: t(`role.${next}`) })}
          about={email}
          title={t('staff.setTitle')}
          text={t('staff.setText')}
          action={t('staff.setRole', { role: t(`role.${next}`) })}
          onConfirm={set(next)}
        />
      ))}
      <Confirm
        label={t('staff.remove')}
        about={email}
        title={t('staff.removeTitle')}
        text={t('staff.removeText')}
        action={t('staff.remove')}
        onConfirm={set(null)}
      />
    </span>
  )
}

function Invitations({ rows }: { rows: Staff['invitations'] }) {
  const t = useTranslate()
  const { minute } = useFormat()
  if (rows.length === 0) return <Empty title={t('staff.noInvitations')} />
  return (
    <Table
      caption={t('staff.invitations')}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { title: t('staff.role'), renderCell: ({ role }) => t(`role.${role}`) },
        { title: t('staff.until'), renderCell: ({ expires_at }) => minute(expires_at) },
      ]}
    />
  )
}

function Invite({ onMade }: { onMade: (link: string) => void }) {
  const t = useTranslate()
  return (
    <Card title={t('staff.invite')} lede={t('staff.inviteText')}>
      <Form
        schema={adminInviteStaff.body}
        submitLabel={t('staff.make')}
        onSubmit={async (body) => {
          onMade((await call(adminInviteStaff, { body })).data.link)
          await operatorIsOld()
        }}
      >
        <SelectField
          name="role"
          label={t('staff.role')}
          defaultValue="auditor"
          options={OPERATOR_ROLES.map((role) => ({ value: role, label: t(`role.${role}`) }))}
        />
      </Form>
    </Card>
  )
}
