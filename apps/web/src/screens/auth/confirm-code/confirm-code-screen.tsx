import { type CodeForm, SMS_CODE_LENGTH, type SmsCodeForm } from '@avouch/contract'
import { useId, useRef, useState } from 'react'
import { useTranslate } from '#i18n/language.ts'
import { Button, LINK } from '@avouch/design/button'
import { CodeField } from '#ui/form/code-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FlowPage } from '#ui/flow-page.tsx'
import { LongCodeField } from './long-code-field.tsx'
import { Resend } from './resend.tsx'
import { About, Ticks } from '#ui/about.tsx'
import { settings } from '#settings/page-settings.ts'
import { Art } from '#ui/art/art.tsx'

export type ConfirmCodeScreenProps = {
  /** The masked number. */
  phone: string
  /** The whole number, for the visitor to check. */
  wholePhone: string
  form: CodeForm
  /** False where an earlier SMS has the code. */
  sent: boolean
  /** True while no gateway has taken the SMS. */
  pending: boolean
  /** Why the SMS did not arrive; undefined while it may. */
  failed: string | undefined
  resendAt: number
  onVerify: (values: SmsCodeForm) => Promise<void>
  /** @returns whether an SMS went out */
  onResend: () => Promise<boolean>
  onWrongNumber: () => void
}

const EMPTY = { code: '' }
const RULES = {
  digits: async () => (await import('#ui/form/form-schemas.ts')).digitsForm,
  long: async () => (await import('#ui/form/form-schemas.ts')).longCodeForm,
}
const SENT_TO = { digits: 'confirmCode.sentTo', long: 'confirmCode.longSentTo' } as const
const AT_FIELD = { wrong_sms_code: 'code' } as const

export function ConfirmCodeScreen(props: ConfirmCodeScreenProps) {
  const { phone, wholePhone, form, sent, pending, failed, resendAt, onVerify, onResend, onWrongNumber } = props
  const t = useTranslate()
  const code = useRef<HTMLDivElement>(null)
  const sentTo = useId()
  const [wasSent, setSent] = useState(false)
  const settled = sent ? SENT_TO[form] : 'confirmCode.sentBefore'
  // The button is gone then, and the visitor types next.
  const resend = async () => {
    const isSent = await onResend()
    setSent(isSent)
    code.current?.querySelector('input')?.focus()
    return isSent
  }
  const newCode = (
    <Resend
      wholePhone={wholePhone}
      resendAt={resendAt}
      isNext={failed !== undefined}
      wasSent={wasSent}
      onResend={resend}
    />
  )
  return (
    <FlowPage
      title={t(failed === undefined ? 'confirmCode.title' : 'confirmCode.notArrived')}
      lede={
        <span id={sentTo}>
          {(failed === undefined
            ? [t(pending ? 'confirmCode.onItsWay' : settled, { phone }), form === 'long' && t('confirmCode.longWhy')]
            : [failed, t('confirmCode.notArrivedText')]
          )
            .filter(Boolean)
            .join(' ')}
        </span>
      }
      art={<SmsArt />}
      about={<CodeAbout />}
    >
      {failed === undefined ? null : newCode}
      <Form
        key={form}
        rules={RULES[form]}
        defaultValues={EMPTY}
        submitLabel={t('action.confirm')}
        onSubmit={onVerify}
        errorFields={AT_FIELD}
      >
        <div ref={code}>
          {form === 'long' ? (
            <LongCodeField name="code" about={sentTo} />
          ) : (
            <CodeField
              name="code"
              label={t('confirmCode.label')}
              hint={t('confirmCode.hint')}
              length={SMS_CODE_LENGTH}
              about={sentTo}
            />
          )}
        </div>
      </Form>
      <SandboxPhone />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 text-[.9375rem]">
        {failed === undefined ? newCode : null}
        <Button variant="link" onClick={onWrongNumber}>
          {t('confirmCode.wrongNumber')}
        </Button>
      </div>
    </FlowPage>
  )
}

const HELP = ['confirmCode.helpWait', 'confirmCode.helpNumber', 'confirmCode.helpAgain'] as const

/** Says what to do when no SMS comes. */
function CodeAbout() {
  const t = useTranslate()
  return (
    <About title={t('confirmCode.help')} art={<SmsArt />}>
      <Ticks>{HELP.map((point) => t(point))}</Ticks>
      <p>{t('confirmCode.secret')}</p>
    </About>
  )
}

/** Links to the SMS of a demonstration, and never shows its text. */
function SandboxPhone() {
  const t = useTranslate()
  if (settings.sandboxPhoneUrl === null) return null
  return (
    <p className="mt-5 rounded-field border-[1.5px] border-dashed border-line-strong px-4 py-1">
      <a href={settings.sandboxPhoneUrl} target="_blank" rel="noopener noreferrer" className={LINK}>
        {t('confirmCode.sandboxPhone')}
      </a>
    </p>
  )
}

const SmsArt = () => (
  <Art>
    <rect className="art-paper art-line" x="26" y="6" width="56" height="108" rx="12" />
    <path className="art-line" d="M49 15h10" />
    <g className="art-soft">
      <rect x="35" y="84" width="30" height="6" rx="3" />
      <rect x="35" y="96" width="20" height="6" rx="3" />
      <rect x="35" y="26" width="24" height="6" rx="3" />
    </g>
    <path
      className="art-full"
      d="M62 34h72a12 12 0 0 1 12 12v18a12 12 0 0 1-12 12H76L60 88V76.500A12 12 0 0 1 50 64V46a12 12 0 0 1 12-12z"
    />
    <g className="art-paper">
      <rect x="62" y="47" width="9" height="16" rx="3" />
      <rect x="75" y="47" width="9" height="16" rx="3" />
      <rect x="88" y="47" width="9" height="16" rx="3" />
    </g>
    <g className="art-soft">
      <rect x="101" y="47" width="9" height="16" rx="3" />
      <rect x="114" y="47" width="9" height="16" rx="3" />
      <rect x="127" y="47" width="9" height="16" rx="3" />
    </g>
    <path className="art-line" d="M120 22l5-9M134 26l8-7" />
  </Art>
)
