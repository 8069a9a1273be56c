import { Fragment } from 'react'
import { type AdminProject, adminUpdateProject, PROOF_METHODS } from '@avouch/contract'
import { Mark } from '@avouch/design/icons'
import { call } from '#api/client.ts'
import { useTranslate } from '#i18n/language.ts'
import { announce } from '#ui/announce.tsx'
import { Facts } from '#ui/facts.tsx'
import { CheckboxField, Form, TextField } from '#ui/form.tsx'
import { Card, Page } from '#ui/page.tsx'
import { useRights, WithProject } from './project.tsx'
import { projectChanged } from './queries.ts'
import { brand } from '../settings.ts'

/** Sets the name and the look for visitors, and how ages may be proven. */
export function SettingsPage() {
  const t = useTranslate()
  const { isOwner } = useRights()
  return (
    <Page title={t('settings.title')} lede={t('settings.lede')}>
      <WithProject>
        {(project) => (
          <Fragment>
            <Preview project={project} />
            {isOwner && !project.from_file ? (
              <Change key={project.name} project={project} />
            ) : (
              <Settings project={project} />
            )}
          </Fragment>
        )}
      </WithProject>
    </Page>
  )
}

/** Previews the website as the visitors' first page shows it. */
function Preview({ project: { name, logo } }: { project: AdminProject }) {
  const t = useTranslate()
  return (
    <Card title={t('settings.preview')} lede={t('settings.previewText')}>
      <div className="max-w-md rounded-card border border-line bg-paper p-6">
        <p className="flex items-center gap-2 text-note font-bold">
          <Mark className="size-5" />
          <span translate="no">{brand.name}</span>
        </p>
        <p className="mt-5 flex items-center gap-3 font-[650] wrap-anywhere">
          {logo === null ? null : <img src={logo} alt="" className="max-h-10 max-w-24 object-contain" />}
          <span translate="no">{name}</span>
        </p>
        <p className="mt-2 text-ink-soft">{t('settings.previewAsks', { name })}</p>
      </div>
      {logo === null ? <p className="mt-3 text-note text-ink-soft">{t('settings.logo')}</p> : null}
    </Card>
  )
}

function Settings({ project: { name, accept, from_file } }: { project: AdminProject }) {
  const t = useTranslate()
  const methods = accept ?? PROOF_METHODS
  return (
    <Card lede={from_file ? t('settings.fromFile') : undefined} title={t('settings.current')}>
      <Facts
        facts={[
          [t('settings.name'), name],
          [t('settings.accept'), methods.map((method) => t(`method.${method}`)).join(', ')],
        ]}
      />
    </Card>
  )
}

function Change({ project: { id, name, accept, stage } }: { project: AdminProject }) {
  const t = useTranslate()
  const isOwnName = stage === 'test'
  return (
    <Card title={t('settings.change')}>
      <Form
        schema={adminUpdateProject.body}
        read={(values) => ({
          ...(isOwnName && { name: values['name'] }),
          accept: PROOF_METHODS.filter((method) => values[method] === 'on'),
        })}
        submitLabel={t('settings.save')}
        onSubmit={async (body) => {
          projectChanged((await call(adminUpdateProject, { params: { project: id }, body })).data)
          announce(t('settings.saved'))
        }}
      >
        {isOwnName ? (
          <TextField name="name" defaultValue={name} label={t('settings.name')} hint={t('projects.nameHint')} />
        ) : (
          <p className="text-ink-soft">{t('settings.nameSeen', { name })}</p>
        )}
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-semibold">{t('settings.accept')}</legend>
          {PROOF_METHODS.map((method) => (
            <CheckboxField
              key={method}
              name={method}
              defaultChecked={accept === null || accept.includes(method)}
              label={t(`method.${method}`)}
            />
          ))}
        </fieldset>
      </Form>
    </Card>
  )
}
