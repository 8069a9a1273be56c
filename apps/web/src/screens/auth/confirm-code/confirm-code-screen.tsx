import { SMS_CODE_LENGTH, type SmsCodeForm, smsCodeForm } from '@avouch/contract'
import { useRef, useState } from 'react'
import { useCountdown } from '#ui/countdown.ts'
import { errorText } from '#api/error-text.ts'
import { useTranslate } from '#i18n/language.ts'
import { useFailureNotice } from '#ui/use-failure-notice.ts'
import { Button } from '#ui/button.tsx'
import { CodeField } from '#ui/code-field.tsx'
import { Form } from '#ui/form.tsx'
import { Page } from '#ui/page.tsx'

export type ConfirmCodeScreenProps = {
  /** The number, as it may be shown. */
  phone: string
  /** The whole number, for the visitor to check. */
  wholePhone: string
  resendAt: number
  onVerify: (values: SmsCodeForm) => Promise<void>
  onResend: () => Promise<void>
  onWrongNumber: () => void
}

const EMPTY = { code: '' }
const AT_FIELD = { wrong_sms_code: 'code' } as const

export function ConfirmCodeScreen(props: ConfirmCodeScreenProps) {
  const { phone, wholePhone, resendAt, onVerify, onResend, onWrongNumber } = props
  const t = useTranslate()
  const code = useRef<HTMLDivElement>(null)
  // The button is gone then, and what comes next is typing.
  const resend = () => onResend().then(() => code.current?.querySelector('input')?.focus())
  return (
    <Page
      title={t('confirmCode.title')}
      lede={
        <p>
          {t('confirmCode.sentTo', { phone })}{' '}
          <Button variant="link" onClick={onWrongNumber}>
            {t('confirmCode.wrongNumber')}
          </Button>
        </p>
      }
    >
      <Form
        schema={smsCodeForm}
        defaultValues={EMPTY}
        submitLabel={t('action.confirm')}
        onSubmit={onVerify}
        errorFields={AT_FIELD}
      >
        <div ref={code}>
          <CodeField name="code" label={t('confirmCode.label')} length={SMS_CODE_LENGTH} />
        </div>
      </Form>
      <Resend wholePhone={wholePhone} resendAt={resendAt} onResend={resend} />
    </Page>
  )
}

function Resend({
  wholePhone,
  resendAt,
  onResend,
}: Pick<ConfirmCodeScreenProps, 'wholePhone' | 'resendAt' | 'onResend'>) {
  const t = useTranslate()
  const wait = useCountdown(resendAt)
  const [asking, setAsking] = useState(false)
  const failure = useFailureNotice()

  const resend = async () => {
    setAsking(true)
    failure.takeBack()
    await onResend().catch((error: unknown) => failure.tell(errorText(t, error, { phone: wholePhone })))
    setAsking(false)
  }

  return (
    <p className="mt-5">
      {wait.running ? (
        <span className="inline-flex min-h-11 items-center text-note text-ink-soft tabular-nums">
          {t('confirmCode.resendIn', { time: wait.label })}
        </span>
      ) : (
        <Button variant="link" busy={asking} onClick={() => void resend()} className="!my-0">
          {t('confirmCode.resend')}
        </Button>
      )}
    </p>
  )
}
