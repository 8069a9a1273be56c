import { useTranslate } from '#i18n/language.ts'
import { Link } from '#router/router.tsx'
import { Copyable } from '#ui/copy.tsx'
import { Card, Page } from '#ui/page.tsx'
import { projectPath, useRights, WithProject } from './project.tsx'

const request = (redirect: string) =>
  [
    `curl -sS -X POST "${window.location.origin}/provider/v1/intents" \\`,
    '  -H "Authorization: Bearer $AVOUCH_KEY" -H "Content-Type: application/json" \\',
    `  -d '{"redirect_uri":"${redirect}","reference":"first-try"}'`,
  ].join('\n')
const ANSWER = [
  `curl -sS -X POST "${window.location.origin}/provider/v1/test/intents/$INTENT/answer" \\`,
  '  -H "Authorization: Bearer $AVOUCH_KEY" -H "Content-Type: application/json" \\',
  `  -d '{"result":"yes"}'`,
].join('\n')

/** Explains the first check, and how to answer checks without a visitor. */
export function TestingPage() {
  const t = useTranslate()
  const { id } = useRights()
  return (
    <Page title={t('testing.title')} lede={t('testing.lede')}>
      <Card title={t('testing.first')} lede={t('testing.firstText')}>
        <WithProject>
          {({ redirect_uris: [address] }) =>
            address === undefined ? (
              <Link href={projectPath(id, 'addresses')} className="link">
                {t('testing.needsAddress')}
              </Link>
            ) : (
              <Copyable label={t('testing.first')} text={request(address)} />
            )
          }
        </WithProject>
      </Card>
      <Card title={t('testing.force')} lede={t('testing.forceText')}>
        <Copyable label={t('testing.force')} text={ANSWER} />
        <p className="mt-4 text-ink-soft">
          <span>{`${t('testing.here')} `}</span>
          <Link href={projectPath(id, 'checks')} className="link">
            {t('checks.title')}
          </Link>
        </p>
      </Card>
      <Card title={t('testing.never')} lede={t('testing.neverText')} />
    </Page>
  )
}
