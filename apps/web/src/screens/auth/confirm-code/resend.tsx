import { useState } from 'react'
import { errorText } from '#api/error-text.ts'
import { useTranslate } from '#i18n/language.ts'
import { Button } from '@avouch/design/button'
import { announce } from '#ui/notifications.ts'
import { useFailureNotice } from '#ui/use-failure-notice.ts'
import { useCountdown } from '#ui/countdown.ts'

type ResendProps = {
  /** The whole number, for the visitor to check. */
  wholePhone: string
  resendAt: number
  /** @returns whether an SMS went out */
  onResend: () => Promise<boolean>
}

/** Offers another SMS after a countdown. */
export function Resend({ wholePhone, resendAt, onResend }: ResendProps) {
  const t = useTranslate()
  const wait = useCountdown(resendAt)
  const [asking, setAsking] = useState(false)
  const [wasSent, setSent] = useState(false)
  const failure = useFailureNotice()

  const resend = async () => {
    setAsking(true)
    failure.dismiss()
    try {
      const isSent = await onResend()
      setSent(isSent)
      if (isSent) announce(t('confirmCode.resent'))
    } catch (error) {
      failure.show(errorText(t, error, { phone: wholePhone }))
    }
    setAsking(false)
  }

  return (
    <p>
      {wait.running ? (
        <span className="inline-flex min-h-11 items-center text-ink-soft tabular-nums">
          {t(wasSent ? 'confirmCode.resentIn' : 'confirmCode.resendIn', { time: wait.label })}
        </span>
      ) : (
        <Button variant="link" busy={asking} onClick={() => void resend()} className="!my-0">
          {t('confirmCode.resend')}
        </Button>
      )}
    </p>
  )
}
