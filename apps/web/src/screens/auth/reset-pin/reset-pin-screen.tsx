import type { PinBlocklist, ResetPinForm } from '@avouch/contract'
import { useTranslate } from '#i18n/language.ts'
import { FirstFocus, Form } from '#ui/form/form.tsx'
import { FlowPage } from '#ui/flow-page.tsx'
import { PhoneArt } from '#ui/art/phone-art.tsx'
import { NewPinFields } from '#ui/form/pin-fields.tsx'
import { UserName } from '#ui/form/phone-field.tsx'
import { SealArt } from '#ui/art/seal-art.tsx'
import { Button } from '@avouch/design/button'
import { Notice } from '@avouch/design/notice'
import { type LinkTarget, ScreenLink } from '#router/link.tsx'
import { ResultPage } from '#ui/result-page.tsx'

const AT_FIELD = { invalid_pin: 'pin', same_pin: 'pin' } as const

export type ResetPinScreenProps = {
  values: ResetPinForm
  /** The masked number; empty where it is sealed. */
  phone: string
  /** True once the code was right. */
  isProven: boolean
  /** The whole number, which the PIN may not resemble. */
  wholePhone: string
  userName: string
  blocklist: PinBlocklist
  onPin: (values: ResetPinForm) => Promise<void>
  onBegin: () => void
  onType: (values: ResetPinForm) => void
}

export function ResetPinScreen(props: ResetPinScreenProps) {
  const { values, phone, isProven, wholePhone, userName, blocklist, onPin, onBegin, onType } = props
  const t = useTranslate()
  return (
    <FlowPage
      title={t('resetPin.title')}
      lede={isProven || phone === '' ? undefined : t('resetPin.lede', { phone })}
      art={<PhoneArt />}
    >
      <Form
        name={t('resetPin.title')}
        rules={async () => (await import('#ui/form/form-schemas.ts')).resetPinFormFor(blocklist, wholePhone)}
        defaultValues={values}
        submitLabel={t('action.continue')}
        onSubmit={onPin}
        onBegin={onBegin}
        onType={onType}
        errorFields={AT_FIELD}
      >
        <UserName value={userName} />
        <NewPinFields pin="pin" repeat="confirmPin" blocklist={blocklist} />
        <FirstFocus />
      </Form>
    </FlowPage>
  )
}

/** `onGoOn` is undefined where no session was opened. */
type PinChangedScreenProps = {
  onGoOn: (() => void) | undefined
  onLogin: () => void
  /** Names of the passkeys that still open the account. */
  passkeys: readonly string[]
  security: LinkTarget
}

export function PinChangedScreen({ onGoOn, onLogin, passkeys, security }: PinChangedScreenProps) {
  const t = useTranslate()
  return (
    <ResultPage
      title={t('pinChanged.title')}
      lede={t(onGoOn === undefined ? 'pinChanged.textOut' : 'pinChanged.text')}
      art={<SealArt />}
    >
      <div className="grid grid-cols-1 gap-3">
        {onGoOn === undefined ? null : <Button onClick={onGoOn}>{t('complete.goOn')}</Button>}
        <Button variant={onGoOn === undefined ? 'primary' : 'secondary'} onClick={onLogin}>
          {t('pinChanged.login')}
        </Button>
      </div>
      {passkeys.length === 0 ? null : (
        <div className="text-start">
          <Notice kind="info" title={t('pinChanged.passkeys')}>
            <p>
              <bdi>{passkeys.join(', ')}</bdi>
            </p>
            <ScreenLink target={security}>{t('pinChanged.look')}</ScreenLink>
          </Notice>
        </div>
      )}
    </ResultPage>
  )
}
