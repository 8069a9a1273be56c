import { Fragment, useState } from 'react'
import { isRefusal } from '#api/failures.ts'
import { errorText } from '#i18n/error-text.ts'
import { useTranslate } from '#i18n/language.ts'
import type { NextStep } from '#visit/tab-state.ts'
import { Button } from '@avouch/design/button'
import { Notice } from '@avouch/design/notice'

export type AppealProps = {
  /** The step that is left to the holder of the ended account. */
  next: NextStep | undefined
  /** Begins the one appeal; undefined where the number was not proven in this tab a moment ago. */
  onBegin: (() => Promise<void>) | undefined
  onRegister: () => void
}

/** Says to the person whose account has ended what is possible, if anything is. */
export function Appeal({ next, onBegin, onRegister }: AppealProps) {
  const t = useTranslate()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const register = (
    <Button variant="secondary" onClick={onRegister}>
      {t('underage.register')}
    </Button>
  )
  if (isRefusal(failure, 'invalid_token'))
    return (
      <Fragment>
        <Notice kind="error">{t('underage.over')}</Notice>
        {register}
      </Fragment>
    )
  if (isRefusal(failure, 'appeal_used')) return <Notice kind="error">{errorText(t, failure)}</Notice>
  if (onBegin !== undefined) {
    const begin = async () => {
      setBusy(true)
      setFailure(undefined)
      await onBegin()
        .catch(setFailure)
        .finally(() => setBusy(false))
    }
    return (
      <Fragment>
        <Notice kind="info" title={t('underage.wrong')} silent>
          {t('underage.appealNow')}
        </Notice>
        {failure === undefined ? null : <Notice kind="error">{errorText(t, failure)}</Notice>}
        <Button busy={isBusy} onClick={() => void begin()}>
          {t('underage.begin')}
        </Button>
      </Fragment>
    )
  }
  if (next === undefined) return null
  if (next.step === 'restore')
    return (
      <Notice kind="info" title={t('underage.wrong')} silent>
        {t('underage.restore', { days: next.days })}
      </Notice>
    )
  return (
    <Fragment>
      <Notice kind="info" title={t('underage.wrong')} silent>
        {t(next.days === 1 ? 'underage.appealDay' : 'underage.appeal', { days: next.days })}
      </Notice>
      {register}
    </Fragment>
  )
}
