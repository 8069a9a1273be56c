import {
  adminEnableWebhook,
  type AdminProject,
  adminRotateWebhookSecret,
  adminSendTestEvent,
  adminSetWebhook,
} from '@avouch/contract'
import { Button } from '@avouch/design/button'
import { Notice } from '@avouch/design/notice'
import { Fragment, useState } from 'react'
import { call } from '#api/client.ts'
import { errorText } from '#api/error-text.ts'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { Link } from '#router/router.tsx'
import { Copyable, ShownOnce } from '#ui/copy.tsx'
import { Confirm } from '#ui/dialog.tsx'
import { Facts } from '#ui/facts.tsx'
import { Form, TextField } from '#ui/form.tsx'
import { Card, Page } from '#ui/page.tsx'
import { projectPath, useRights, WithProject } from './project.tsx'
import { projectIsOld } from './queries.ts'

const OVERLAP_HOURS = 24
const LISTEN = `AVOUCH_KEY=avpk_test_… npx @avouch/provider-sdk listen \\
  --url ${window.location.origin} --forward http://localhost:4000/webhooks/avouch`

/** Sets the address of events and their secret, and sends a first one. */
export function WebhookPage() {
  const t = useTranslate()
  const { isDeveloper } = useRights()
  const [secret, setSecret] = useState<string>()
  return (
    <Page title={t('webhook.title')} lede={t('webhook.lede')}>
      {secret === undefined ? null : (
        <ShownOnce key={secret} label={t('webhook.secret')} text={secret} onDone={() => setSecret(undefined)} />
      )}
      <WithProject>
        {(project) => (
          <Fragment>
            <Target project={project} onSecret={setSecret} />
            {isDeveloper && project.webhook.has_secret ? <TestEvent project={project.id} /> : null}
            <Card title={t('webhook.local')} lede={t('webhook.localText')}>
              <Copyable label={t('webhook.listen')} text={LISTEN} />
            </Card>
          </Fragment>
        )}
      </WithProject>
    </Page>
  )
}

type TargetProps = { project: AdminProject; onSecret: (secret: string) => void }

function Target({ project: { id, webhook, from_file }, onSecret }: TargetProps) {
  const t = useTranslate()
  const { minute } = useFormat()
  const { isDeveloper } = useRights()
  const { url, stopped_at } = webhook
  const mayChange = isDeveloper && !from_file
  return (
    <Fragment>
      {stopped_at === null ? null : (
        <Notice kind="error" title={t('webhook.stopped')}>
          <p>{t('webhook.stoppedText', { time: minute(stopped_at) })}</p>
          {mayChange ? (
            <Button
              variant="link"
              onClick={() => void call(adminEnableWebhook, { params: { project: id } }).then(() => projectIsOld(id))}
            >
              {t('webhook.enable')}
            </Button>
          ) : null}
        </Notice>
      )}
      <Card title={t('webhook.target')}>
        {mayChange ? (
          <Form
            schema={adminSetWebhook.body}
            errorFields={{ conflict: 'url', invalid_request: 'url' }}
            submitLabel={t('webhook.save')}
            onSubmit={async (body) => {
              const { data } = await call(adminSetWebhook, { params: { project: id }, body })
              if (data.secret !== null) onSecret(data.secret)
              await projectIsOld(id)
            }}
          >
            <TextField
              name="url"
              type="url"
              autoComplete="off"
              spellCheck={false}
              defaultValue={url ?? ''}
              label={t('webhook.url')}
              hint={t('webhook.urlHint')}
            />
          </Form>
        ) : (
          <Facts facts={[[t('webhook.url'), url ?? t('webhook.noUrl')]]} />
        )}
      </Card>
      {mayChange ? <Secret id={id} webhook={webhook} onSecret={onSecret} /> : null}
    </Fragment>
  )
}

type SecretProps = Pick<AdminProject, 'id' | 'webhook'> & Pick<TargetProps, 'onSecret'>

function Secret({ id, webhook: { has_secret, previous_secret_until }, onSecret }: SecretProps) {
  const t = useTranslate()
  const { minute } = useFormat()
  async function make() {
    const input = { params: { project: id }, body: { overlap_hours: OVERLAP_HOURS } }
    onSecret((await call(adminRotateWebhookSecret, input)).data.secret)
    await projectIsOld(id)
  }
  if (!has_secret)
    return (
      <Card title={t('webhook.secret')} lede={t('webhook.noSecret')}>
        <Form
          schema={adminRotateWebhookSecret.body}
          submitVariant="secondary"
          submitLabel={t('webhook.make')}
          onSubmit={make}
        />
      </Card>
    )
  return (
    <Card
      title={t('webhook.secret')}
      lede={
        previous_secret_until === null
          ? t('webhook.secretText')
          : t('webhook.bothUntil', { time: minute(previous_secret_until) })
      }
    >
      <Confirm
        label={t('webhook.rotate')}
        title={t('webhook.rotateTitle')}
        text={t('webhook.rotateText', { hours: OVERLAP_HOURS })}
        action={t('webhook.rotate')}
        onConfirm={make}
      />
    </Card>
  )
}

function TestEvent({ project }: { project: string }) {
  const t = useTranslate()
  const [busy, setBusy] = useState(false)
  const [check, setCheck] = useState<string>()
  const [failure, setFailure] = useState<string>()
  async function send() {
    setBusy(true)
    setFailure(undefined)
    try {
      setCheck((await call(adminSendTestEvent, { params: { project } })).data.check_id)
    } catch (error) {
      setFailure(errorText(t, error))
    } finally {
      setBusy(false)
    }
    await projectIsOld(project)
  }
  return (
    <Card title={t('webhook.test')} lede={t('webhook.testText')}>
      {failure === undefined ? null : <Notice kind="error">{failure}</Notice>}
      {check === undefined ? null : (
        <Notice kind="info" title={t('webhook.sent')}>
          <Link href={projectPath(project, 'checks', check)} className="link">
            {t('webhook.sentCheck')}
          </Link>
          <span>{' · '}</span>
          <Link href={projectPath(project, 'deliveries')} className="link">
            {t('webhook.sentDeliveries')}
          </Link>
        </Notice>
      )}
      <Button variant="secondary" busy={busy} className="mt-4 min-h-11" onClick={() => void send()}>
        {t('webhook.sendTest')}
      </Button>
    </Card>
  )
}
