import { adminAnswerCheck, type AdminCheck } from '@avouch/contract'
import { Button } from '@avouch/design/button'
import { Notice } from '@avouch/design/notice'
import { Fragment, useState } from 'react'
import { call } from '#api/client.ts'
import { errorText } from '#api/error-text.ts'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { Link } from '#router/router.tsx'
import { announce } from '#ui/announce.tsx'
import { Copyable } from '#ui/copy.tsx'
import { Facts } from '#ui/facts.tsx'
import { Card, Page } from '#ui/page.tsx'
import { Loaded } from '#ui/states.tsx'
import { CheckStatus } from './check-table.tsx'
import { projectPath, useRights } from './project.tsx'
import { projectIsOld, useCheck } from './queries.ts'

/** Shows a check: the request, and its events in order. Nobody here can know the visitor. */
export function CheckPage({ id }: { id: string }) {
  const t = useTranslate()
  const { id: project, isDeveloper } = useRights()
  const { time } = useFormat()
  const query = useCheck(project, id)
  return (
    <Page
      title={t('check.title')}
      lede={
        <code translate="no" className="font-mono text-note">
          {id}
        </code>
      }
    >
      <Loaded query={query}>
        {({ check, timeline, verdict }) => (
          <Fragment>
            <Card>
              <Facts
                facts={[
                  [t('checks.status'), <CheckStatus key="status" status={check.status} />],
                  [t('checks.mode'), check.live ? t('mode.live') : t('mode.test')],
                  [t('checks.age'), check.minimum_age ?? '–'],
                  [t('checks.reference'), check.reference ?? '–'],
                  [t('check.returns'), check.redirect_uri],
                  [t('checks.asked'), time(check.created_at)],
                  [t('check.expires'), time(check.expires_at)],
                ]}
              />
            </Card>
            {isDeveloper && isOpenTest(check) ? <ForcedAnswer project={project} check={check} /> : null}
            <Card title={t('check.timeline')}>
              <ol className="grid gap-3 border-s-2 border-line ps-5">
                {timeline.map(({ at, step, delivery_id }) => (
                  <li key={`${at} ${step}`}>
                    <p className="font-[600]">{t(`step.${step}`)}</p>
                    <p className="text-note text-ink-soft">
                      <time dateTime={at}>{time(at)}</time>
                      {delivery_id === null ? null : (
                        <Fragment>
                          <span>{' · '}</span>
                          <Link href={projectPath(project, 'deliveries', delivery_id)} className="link">
                            {t('check.delivery')}
                          </Link>
                        </Fragment>
                      )}
                    </p>
                  </li>
                ))}
              </ol>
            </Card>
            {verdict === null ? null : (
              <Card title={t('check.verdict')} lede={t('check.verdictText')}>
                <Copyable label={t('check.verdict')} text={verdict} />
              </Card>
            )}
          </Fragment>
        )}
      </Loaded>
    </Page>
  )
}

const isOpenTest = ({ live, status }: AdminCheck) => !live && (status === 'created' || status === 'bound')

/** A test check is answered without a visitor. */
function ForcedAnswer({ project, check }: { project: string; check: AdminCheck }) {
  const t = useTranslate()
  const [failure, setFailure] = useState<string>()
  const answer = async (result: 'yes' | 'no') => {
    setFailure(undefined)
    try {
      await call(adminAnswerCheck, { params: { project, id: check.id }, body: { result } })
      announce(t('check.forced'))
      await projectIsOld(project)
    } catch (error) {
      setFailure(errorText(t, error))
    }
  }
  return (
    <Card title={t('check.force')} lede={t('check.forceText')}>
      {failure === undefined ? null : <Notice kind="error">{failure}</Notice>}
      <div className="flex flex-wrap gap-3">
        {(['yes', 'no'] as const).map((result) => (
          <Button key={result} variant="secondary" className="min-h-11" onClick={() => void answer(result)}>
            {t(`check.${result}`)}
          </Button>
        ))}
      </div>
    </Card>
  )
}
