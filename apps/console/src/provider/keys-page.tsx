import { adminCreateKey, adminRevokeKey, adminRotateKey, type AdminKey, type AdminProject } from '@avouch/contract'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { Badge } from '#ui/badge.tsx'
import { ShownOnce } from '#ui/copy.tsx'
import { Confirm } from '#ui/dialog.tsx'
import { Form, SelectField } from '#ui/form.tsx'
import { Card, Page } from '#ui/page.tsx'
import { Empty, Loaded } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { keyStateOf } from './key-state.ts'
import { useRights, WithProject } from './project.tsx'
import { projectIsOld, useKeys } from './queries.ts'

const OVERLAP_HOURS = 24

/** Creates, shows once, rotates with an overlap, and revokes API keys. */
export function KeysPage() {
  const t = useTranslate()
  const { id, isDeveloper } = useRights()
  const keys = useKeys(id)
  const [made, setMade] = useState<string>()
  const columns = useKeyColumns(id, isDeveloper, setMade)
  return (
    <Page title={t('keys.title')} lede={t('keys.lede')}>
      {made === undefined ? null : (
        <ShownOnce key={made} label={t('keys.key')} text={made} onDone={() => setMade(undefined)} />
      )}
      <Card>
        <Loaded query={keys}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty title={t('keys.none')}>{t('keys.noneText')}</Empty>
            ) : (
              <Table caption={t('keys.title')} rows={rows} keyOf={(key) => key.id} columns={columns} />
            )
          }
        </Loaded>
      </Card>
      {isDeveloper ? <WithProject>{(project) => <NewKey project={project} onMade={setMade} />}</WithProject> : null}
    </Page>
  )
}

/** Tells a key that cannot be changed here: one of the operator's file, or one that has ended. */
const isFixed = ({ from_file, revoked_at }: AdminKey) => from_file || revoked_at !== null

function useKeyColumns(project: string, isDeveloper: boolean, onMade: (key: string) => void): Column<AdminKey>[] {
  const t = useTranslate()
  const { day } = useFormat()
  const own: Column<AdminKey> = {
    title: t('table.actions'),
    renderCell: (key) =>
      isFixed(key) ? (
        '–'
      ) : (
        <span className="flex flex-wrap gap-x-4">
          <Confirm
            label={t('keys.rotate')}
            about={key.id}
            title={t('keys.rotateTitle')}
            text={t('keys.rotateText', { hours: OVERLAP_HOURS })}
            action={t('keys.rotate')}
            onConfirm={async () => {
              const input = { params: { project, id: key.id }, body: { overlap_hours: OVERLAP_HOURS } }
              onMade((await call(adminRotateKey, input)).data.api_key)
              await projectIsOld(project)
            }}
          />
          <Confirm
            label={t('keys.revoke')}
            about={key.id}
            title={t('keys.revokeTitle')}
            text={t('keys.revokeText')}
            action={t('keys.revoke')}
            onConfirm={async () => {
              await call(adminRevokeKey, { params: { project, id: key.id } })
              await projectIsOld(project)
            }}
          />
        </span>
      ),
  }
  return [
    {
      title: t('keys.id'),
      renderCell: (key) => (
        <code translate="no" className="font-mono text-note wrap-anywhere">
          {key.id}
        </code>
      ),
    },
    {
      title: t('checks.mode'),
      renderCell: ({ live }) => (live === null ? '–' : live ? t('mode.live') : t('mode.test')),
    },
    { title: t('keys.scopes'), renderCell: ({ scopes }) => <span className="text-note">{scopes.join(', ')}</span> },
    {
      title: t('keys.used'),
      renderCell: ({ last_used_on }) => (last_used_on === null ? t('keys.never') : day(last_used_on)),
    },
    { title: t('keys.state'), renderCell: (key) => <KeyState of={key} /> },
    ...(isDeveloper ? [own] : []),
  ]
}

function KeyState({ of }: { of: AdminKey }) {
  const t = useTranslate()
  const { minute } = useFormat()
  const state = keyStateOf(of)
  if (state === 'revoked') return <Badge look="off">{t('keys.revoked')}</Badge>
  if (state === 'expired') return <Badge look="off">{t('keys.expired')}</Badge>
  if (state === 'ending') return <Badge look="warn">{t('keys.until', { time: minute(of.expires_at ?? '') })}</Badge>
  return <Badge look="good">{of.from_file ? t('keys.fromFile') : t('keys.works')}</Badge>
}

function NewKey({ project: { id, stage }, onMade }: { project: AdminProject; onMade: (key: string) => void }) {
  const t = useTranslate()
  const mayBeLive = stage === 'live'
  return (
    <Card title={t('keys.new')} lede={mayBeLive ? t('keys.payments') : `${t('keys.liveNeeds')} ${t('keys.payments')}`}>
      <Form
        schema={adminCreateKey.body}
        read={({ live, days }) => ({ live: live === 'live', ...(days !== '' && { days: Number(days) }) })}
        submitLabel={t('keys.create')}
        onSubmit={async (body) => {
          onMade((await call(adminCreateKey, { params: { project: id }, body })).data.api_key)
          await projectIsOld(id)
        }}
      >
        <SelectField
          name="live"
          label={t('checks.mode')}
          defaultValue="test"
          options={[
            { value: 'test', label: t('keys.test') },
            { value: 'live', label: t('keys.live'), disabled: !mayBeLive },
          ]}
        />
        <SelectField
          name="days"
          label={t('keys.lifetime')}
          defaultValue=""
          options={[
            { value: '', label: t('keys.noEnd') },
            { value: '90', label: t('keys.days', { count: 90 }) },
            { value: '365', label: t('keys.days', { count: 365 }) },
          ]}
        />
      </Form>
    </Card>
  )
}
