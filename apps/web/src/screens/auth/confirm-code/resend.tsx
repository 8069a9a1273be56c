import { useState } from 'react'
import { errorText } from '#api/error-text.ts'
import { useTranslate } from '#i18n/language.ts'
import { Button } from '@avouch/design/button'
import { useCountdown } from '#ui/countdown.ts'
import { useFailureNotice } from '#ui/use-failure-notice.ts'

const TEXTS = {
  code: { wait: 'confirmCode.resendIn', resend: 'confirmCode.resend' },
  link: { wait: 'confirmLink.resendIn', resend: 'confirmLink.resend' },
} as const

type ResendProps = {
  of: keyof typeof TEXTS
  /** The whole number, for the visitor to check. */
  wholePhone: string
  resendAt: number
  onResend: () => Promise<void>
}

/** Another SMS: the countdown, then the action. */
export function Resend({ of, wholePhone, resendAt, onResend }: ResendProps) {
  const t = useTranslate()
  const wait = useCountdown(resendAt)
  const [asking, setAsking] = useState(false)
  const failure = useFailureNotice()
  const texts = TEXTS[of]

  const resend = async () => {
    setAsking(true)
    failure.takeBack()
    await onResend().catch((error: unknown) => failure.tell(errorText(t, error, { phone: wholePhone })))
    setAsking(false)
  }

  return (
    <p>
      {wait.running ? (
        <span className="inline-flex min-h-11 items-center text-ink-soft tabular-nums">
          {t(texts.wait, { time: wait.label })}
        </span>
      ) : (
        <Button variant="link" busy={asking} onClick={() => void resend()} className="!my-0">
          {t(texts.resend)}
        </Button>
      )}
    </p>
  )
}
