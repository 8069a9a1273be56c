import { adminCreateProject, type AdminPerson } from '@avouch/contract'
import { call } from '#api/client.ts'
import { client, SESSION } from '#api/query.ts'
import { useTranslate } from '#i18n/language.ts'
import { Link, navigate } from '#router/router.tsx'
import { Form, TextField } from '#ui/form.tsx'
import { Card, Page } from '#ui/page.tsx'
import { Empty } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { projectPath } from './project.tsx'

/** The projects of the person, and one more. */
export function ProjectsPage({ person: { projects } }: { person: AdminPerson }) {
  const t = useTranslate()
  return (
    <Page title={t('projects.title')} lede={t('projects.lede')}>
      <Card>
        {projects.length === 0 ? (
          <Empty title={t('projects.none')} />
        ) : (
          <Table
            caption={t('projects.title')}
            rows={projects}
            keyOf={({ id }) => id}
            columns={[
              {
                title: t('projects.name'),
                renderCell: ({ id, name }) => (
                  <Link href={projectPath(id)} className="link font-[600]">
                    {name}
                  </Link>
                ),
              },
              { title: t('projects.role'), renderCell: ({ role }) => t(`role.${role}`) },
              {
                title: t('projects.id'),
                renderCell: ({ id }) => (
                  <code translate="no" className="font-mono text-note">
                    {id}
                  </code>
                ),
              },
            ]}
          />
        )}
      </Card>
      <Card title={t('projects.add')} lede={t('projects.addText')}>
        <Form
          schema={adminCreateProject.body}
          submitLabel={t('projects.create')}
          submitVariant="secondary"
          onSubmit={async (body) => {
            const { data } = await call(adminCreateProject, { body })
            await client.invalidateQueries({ queryKey: SESSION })
            navigate(projectPath(data.id))
          }}
        >
          <TextField name="name" label={t('projects.name')} hint={t('projects.nameHint')} />
        </Form>
      </Card>
    </Page>
  )
}
