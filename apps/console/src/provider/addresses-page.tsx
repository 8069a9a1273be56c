import { adminAddRedirect, adminRemoveRedirect } from '@avouch/contract'
import { Fragment, useState } from 'react'
import { call } from '#api/client.ts'
import { useTranslate } from '#i18n/language.ts'
import { announce } from '#ui/announce.tsx'
import { Confirm } from '#ui/dialog.tsx'
import { Form, TextField } from '#ui/form.tsx'
import { Card, Page } from '#ui/page.tsx'
import { Empty } from '#ui/states.tsx'
import { useRights, WithProject } from './project.tsx'
import { projectChanged } from './queries.ts'

/** Lists the exact addresses that visitors may go back to. */
export function AddressesPage() {
  const t = useTranslate()
  const { isDeveloper } = useRights()
  const [added, setAdded] = useState(0)
  return (
    <Page title={t('addresses.title')} lede={t('addresses.lede')}>
      <WithProject>
        {({ id, redirect_uris, from_file, stage }) => (
          <Fragment>
            <Card>
              {redirect_uris.length === 0 ? (
                <Empty title={t('addresses.none')}>{t('addresses.noneText')}</Empty>
              ) : (
                <ul className="grid divide-y divide-line">
                  {redirect_uris.map((uri) => (
                    <li key={uri} className="flex flex-wrap items-center justify-between gap-x-4 py-1.5">
                      <code translate="no" className="min-w-0 font-mono text-note wrap-anywhere">
                        {uri}
                      </code>
                      {isDeveloper && !from_file ? (
                        <Confirm
                          label={t('addresses.remove')}
                          about={uri}
                          title={t('addresses.removeTitle')}
                          text={t('addresses.removeText')}
                          action={t('addresses.remove')}
                          onConfirm={async () =>
                            projectChanged(
                              (await call(adminRemoveRedirect, { params: { project: id }, query: { uri } })).data,
                            )
                          }
                        />
                      ) : null}
                    </li>
                  ))}
                </ul>
              )}
            </Card>
            {isDeveloper && !from_file ? (
              <Card title={t('addresses.add')}>
                <Form
                  key={added}
                  schema={adminAddRedirect.body}
                  errorFields={{ conflict: 'uri', invalid_request: 'uri' }}
                  submitLabel={t('addresses.add')}
                  onSubmit={async (body) => {
                    projectChanged((await call(adminAddRedirect, { params: { project: id }, body })).data)
                    announce(t('addresses.added'))
                    setAdded(added + 1)
                  }}
                >
                  <TextField
                    name="uri"
                    type="url"
                    autoComplete="off"
                    spellCheck={false}
                    label={t('addresses.address')}
                    hint={t(stage === 'test' ? 'addresses.hint' : 'addresses.hintSeen')}
                  />
                </Form>
              </Card>
            ) : null}
          </Fragment>
        )}
      </WithProject>
    </Page>
  )
}
