import {
  adminEnableWebhook,
  type AdminProject,
  adminRotateWebhookSecret,
  adminSendTestEvent,
  adminSetWebhook,
} from '@avouch/contract'
import { Button } from '@avouch/design/button'
import { Notice } from '@avouch/design/notice'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { errorText } from '#api/error-text.ts'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { Link } from '#router/router.tsx'
import { ShownOnce } from '#ui/copy.tsx'
import { Confirm } from '#ui/dialog.tsx'
import { Facts } from '#ui/facts.tsx'
import { Form, TextField } from '#ui/form.tsx'
import { Card, Page } from '#ui/page.tsx'
import { projectPath, useRights, WithProject } from './project.tsx'
import { projectIsOld } from './queries.ts'

const OVERLAP_HOURS = 24

/** Where events go, with which secret, and a first one to try it. */
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
          <>
            <Target project={project} onSecret={setSecret} />
            {isDeveloper && project.webhook.url !== null ? <TestEvent project={project.id} /> : null}
          </>
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
  const { url, has_secret, stopped_at, previous_secret_until } = webhook
  const mayChange = isDeveloper && !from_file
  return (
    <>
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
      {has_secret && mayChange ? (
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
            onConfirm={async () => {
              const input = { params: { project: id }, body: { overlap_hours: OVERLAP_HOURS } }
              onSecret((await call(adminRotateWebhookSecret, input)).data.secret)
              await projectIsOld(id)
            }}
          />
        </Card>
      ) : null}
    </>
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
          {' · '}
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
