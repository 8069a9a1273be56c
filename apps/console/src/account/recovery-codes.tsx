import { Fragment } from 'react'
import { Button } from '@avouch/design/button'
import { useTranslate } from '#i18n/language.ts'
import { Copyable } from '#ui/copy.tsx'

/** Shows the recovery codes once, to be stored apart from the authenticator. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTranslate()
  return (
    <Fragment>
      <Copyable label={t('recovery.all')} text={codes.join('\n')} />
      <Button className="mt-5" onClick={onDone}>
        {t('recovery.done')}
      </Button>
    </Fragment>
  )
}
