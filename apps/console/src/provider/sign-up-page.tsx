import type { AdminPerson } from '@avouch/contract'
import { Enrolment } from '#account/enrolment.tsx'
import { useTranslate } from '#i18n/language.ts'
import { Link } from '#router/router.tsx'
import { TextField } from '#ui/form.tsx'

/** Creates a test project for somebody without an invitation. */
export function SignUpPage({ onDone }: { onDone: (person: AdminPerson) => void }) {
  const t = useTranslate()
  return (
    <div className="mx-auto max-w-[38rem]">
      <Enrolment
        title={t('signUp.title')}
        lede={t('signUp.lede')}
        onDone={onDone}
        below={
          <Link href="/console" className="link justify-self-start">
            {t('join.haveAccount')}
          </Link>
        }
      >
        <TextField
          name="project"
          autoComplete="organization"
          label={t('projects.name')}
          hint={t('projects.nameHint')}
        />
      </Enrolment>
    </div>
  )
}
