import { SMS_CODE_LENGTH, type SmsCodeForm } from '@avouch/contract'
import { useId, useRef } from 'react'
import { useTranslate } from '#i18n/language.ts'
import { Button } from '@avouch/design/button'
import { CodeField } from '#ui/code-field.tsx'
import { Form } from '#ui/form.tsx'
import { SmsArt } from '#ui/art/sms-art.tsx'
import { FlowPage } from '#ui/flow-page.tsx'
import { CodeAbout } from './code-about.tsx'
import { Resend } from './resend.tsx'
import { SandboxPhone } from './sandbox-phone.tsx'

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
const rules = async () => (await import('#ui/form-schemas.ts')).smsCodeForm
const AT_FIELD = { wrong_sms_code: 'code' } as const

export function ConfirmCodeScreen(props: ConfirmCodeScreenProps) {
  const { phone, wholePhone, resendAt, onVerify, onResend, onWrongNumber } = props
  const t = useTranslate()
  const code = useRef<HTMLDivElement>(null)
  const sentTo = useId()
  // The button is gone then, and what comes next is typing.
  const resend = () => onResend().then(() => code.current?.querySelector('input')?.focus())
  return (
    <FlowPage
      title={t('confirmCode.title')}
      lede={<span id={sentTo}>{t('confirmCode.sentTo', { phone })}</span>}
      art={<SmsArt />}
      about={<CodeAbout />}
    >
      <Form
        rules={rules}
        defaultValues={EMPTY}
        submitLabel={t('action.confirm')}
        onSubmit={onVerify}
        errorFields={AT_FIELD}
      >
        <div ref={code}>
          <CodeField
            name="code"
            label={t('confirmCode.label')}
            hint={t('confirmCode.hint')}
            length={SMS_CODE_LENGTH}
            about={sentTo}
          />
        </div>
      </Form>
      <SandboxPhone />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 text-[.9375rem]">
        <Resend of="code" wholePhone={wholePhone} resendAt={resendAt} onResend={resend} />
        <Button variant="link" onClick={onWrongNumber}>
          {t('confirmCode.wrongNumber')}
        </Button>
      </div>
    </FlowPage>
  )
}
