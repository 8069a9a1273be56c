import { useState } from 'react'
import { errorText } from '#i18n/error-text.ts'
import { useTranslate } from '#i18n/language.ts'
import { Button } from '@avouch/design/button'
import { announce } from '#ui/toasts/notifications.ts'
import { useFailureNotice } from '#ui/toasts/use-failure-notice.ts'
import { useCountdown } from '#ui/countdown.ts'

type ResendProps = {
  /** The whole number, for the visitor to check. */
  wholePhone: string
  resendAt: number
  /** True for the next step of the page. */
  isNext: boolean
  /** The newest one was asked for here. */
  wasSent: boolean
  /** @returns whether an SMS went out */
  onResend: () => Promise<boolean>
}

/** Offers another SMS after a countdown. */
export function Resend({ wholePhone, resendAt, isNext, wasSent, onResend }: ResendProps) {
  const t = useTranslate()
  const wait = useCountdown(resendAt)
  const [asking, setAsking] = useState(false)
  const failure = useFailureNotice()

  const resend = async () => {
    setAsking(true)
    failure.dismiss()
    try {
      if (await onResend()) announce(t('confirmCode.resent'))
    } catch (error) {
      failure.show(errorText(t, error, { phone: wholePhone }))
    }
    setAsking(false)
  }

  return (
    <p className={isNext ? 'my-4 grid' : undefined}>
      {wait.running ? (
        <span className="inline-flex min-h-11 items-center text-ink-soft tabular">
          {t(wasSent ? 'confirmCode.resentIn' : 'confirmCode.resendIn', { time: wait.label })}
        </span>
      ) : (
        <Button
          variant={isNext ? 'primary' : 'link'}
          busy={asking}
          onClick={() => void resend()}
          className={isNext ? undefined : '!my-0'}
        >
          {t('confirmCode.resend')}
        </Button>
      )}
    </p>
  )
}
