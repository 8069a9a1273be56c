import {
  adminInviteMember,
  type adminListMembers,
  adminRemoveMember,
  adminSetMember,
  adminWithdrawMemberInvitation,
  type Answer,
  PROJECT_ROLES,
  type ProjectRole,
} from '@avouch/contract'
import { INPUT, LABEL } from '@avouch/design/field'
import { Notice } from '@avouch/design/notice'
import { Fragment, useState } from 'react'
import { call } from '#api/client.ts'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { ShownOnce } from '#ui/copy.tsx'
import { Confirm } from '#ui/dialog.tsx'
import { Form, SelectField } from '#ui/form.tsx'
import { Card, Page } from '#ui/page.tsx'
import { Loaded } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { useRights } from './project.tsx'
import { projectIsOld, useMembers } from './queries.ts'

type Listed = Answer<typeof adminListMembers>['data']
type Member = Listed['data'][number]
type Invitation = Listed['invitations'][number]

/** Lists the people of the project, and invitations. */
export function MembersPage() {
  const t = useTranslate()
  const { id, isOwner } = useRights()
  const members = useMembers(id)
  const [link, setLink] = useState<string>()
  const columns = useMemberColumns()
  const invited = useInvitationColumns()
  return (
    <Page title={t('members.title')} lede={t('members.lede')}>
      {link === undefined ? null : (
        <ShownOnce key={link} of="link" label={t('members.link')} text={link} onDone={() => setLink(undefined)} />
      )}
      <Loaded query={members}>
        {({ data, invitations }) => (
          <Fragment>
            <Card>
              <Table caption={t('members.title')} rows={data} keyOf={(member) => member.id} columns={columns} />
            </Card>
            {invitations.length === 0 ? null : (
              <Card title={t('members.invited')}>
                <Table
                  caption={t('members.invited')}
                  rows={invitations}
                  keyOf={(invitation) => invitation.id}
                  columns={invited}
                />
              </Card>
            )}
          </Fragment>
        )}
      </Loaded>
      {isOwner ? <Invite onLink={setLink} /> : <Notice kind="info">{t('members.ownersOnly')}</Notice>}
    </Page>
  )
}

function useRoles() {
  const t = useTranslate()
  return PROJECT_ROLES.map((role) => ({ value: role, label: `${t(`role.${role}`)}: ${t(`members.${role}`)}` }))
}

function useMemberColumns(): Column<Member>[] {
  const t = useTranslate()
  const { day, minute } = useFormat()
  const { id: project, isOwner } = useRights()
  const own: Column<Member> = {
    title: t('table.actions'),
    renderCell: (member) => (
      <span className="flex flex-wrap gap-x-4">
        <ChangeRole member={member} />
        <Confirm
          label={t('members.remove')}
          about={member.email}
          title={t('members.removeTitle')}
          text={t('members.removeText', { email: member.email })}
          action={t('members.remove')}
          onConfirm={async () => {
            await call(adminRemoveMember, { params: { project, id: member.id } })
            await projectIsOld(project)
          }}
        />
      </span>
    ),
  }
  return [
    { title: t('signIn.email'), renderCell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
    { title: t('members.role'), renderCell: ({ role }) => t(`role.${role}`) },
    { title: t('members.since'), renderCell: ({ since }) => day(since) },
    {
      title: t('members.seen'),
      renderCell: ({ last_seen_at }) => (last_seen_at === null ? '–' : minute(last_seen_at)),
    },
    ...(isOwner ? [own] : []),
  ]
}

function ChangeRole({ member: { id, email, role } }: { member: Member }) {
  const t = useTranslate()
  const { id: project } = useRights()
  const roles = useRoles()
  const [chosen, setChosen] = useState<ProjectRole>(role)
  return (
    <Confirm
      label={t('members.change')}
      about={email}
      title={t('members.changeTitle')}
      text={
        <label className="grid grid-cols-1 gap-1.5">
          <span className={`${LABEL} wrap-anywhere`}>{t('members.roleOf', { email })}</span>
          <select
            value={chosen}
            className={INPUT}
            onChange={({ target }) => setChosen(PROJECT_ROLES.find((one) => one === target.value) ?? role)}
          >
            {roles.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <span className="text-note">{t('members.changeText')}</span>
        </label>
      }
      action={t('members.changeAction')}
      onConfirm={async () => {
        await call(adminSetMember, { params: { project, id }, body: { role: chosen } })
        await projectIsOld(project)
      }}
    />
  )
}

function useInvitationColumns(): Column<Invitation>[] {
  const t = useTranslate()
  const { minute } = useFormat()
  const { id: project, isOwner } = useRights()
  const own: Column<Invitation> = {
    title: t('table.actions'),
    renderCell: ({ id, role }) => (
      <Confirm
        label={t('members.withdraw')}
        about={t(`role.${role}`)}
        title={t('members.withdrawTitle')}
        text={t('members.withdrawText')}
        action={t('members.withdraw')}
        onConfirm={async () => {
          await call(adminWithdrawMemberInvitation, { params: { project, id } })
          await projectIsOld(project)
        }}
      />
    ),
  }
  return [
    { title: t('members.role'), renderCell: ({ role }) => t(`role.${role}`) },
    { title: t('members.made'), renderCell: ({ created_at }) => minute(created_at) },
    { title: t('members.until'), renderCell: ({ expires_at }) => minute(expires_at) },
    ...(isOwner ? [own] : []),
  ]
}

function Invite({ onLink }: { onLink: (link: string) => void }) {
  const t = useTranslate()
  const { id: project } = useRights()
  const roles = useRoles()
  return (
    <Card title={t('members.invite')} lede={t('members.inviteText')}>
      <Form
        schema={adminInviteMember.body}
        submitLabel={t('members.makeLink')}
        onSubmit={async (body) => {
          onLink((await call(adminInviteMember, { params: { project }, body })).data.link)
          await projectIsOld(project)
        }}
      >
        <SelectField name="role" label={t('members.role')} defaultValue="developer" options={roles} />
      </Form>
    </Card>
  )
}
