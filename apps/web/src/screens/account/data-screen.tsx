import { me, updateProfile } from '@avouch/contract'
import { Button } from '@avouch/design/button'
import { Fragment } from 'react'
import { Loaded, Part } from './account-frame.tsx'
import { useAccountText } from './account-text.ts'
import { DeleteAccount } from './delete-account.tsx'
import { HeldData } from './held-data.tsx'
import { useCall, useOwn } from './own.ts'
import { You } from './you.tsx'
import { call } from '#api/api.ts'
import { errorText } from '#i18n/error-text.ts'
import { useTranslate } from '#i18n/language.ts'
import { DocumentArt } from '#ui/art/document-art.tsx'
import { FlowPage } from '#ui/flow-page.tsx'
import { useFailureNotice } from '#ui/toasts/use-failure-notice.ts'

/** Shows all that is held about the visitor, the consent, and the way to leave. */
export function DataScreen() {
  const text = useAccountText()
  return (
    <FlowPage title={text('account.data.title')} lede={text('account.data.lede')} art={<DocumentArt />} about={<You />}>
      <div className="mt-7 grid grid-cols-1 gap-10">
        <HeldData />
        <Consent />
        <DeleteAccount />
      </div>
    </FlowPage>
  )
}

/** The consent to data collection, which is given at registration alone. */
function Consent() {
  const t = useTranslate()
  const text = useAccountText()
  const own = useOwn('profile', (signal) => call(me, undefined, { signal }))
  const failure = useFailureNotice()
  const { busy, run } = useCall()
  const takeBack = () => call(updateProfile, { body: { data_collection_consent: false } }).then(() => own.refetch())
  return (
    <Part title={text('account.consent')}>
      <Loaded own={own}>
        {({ data_collection_consent: isGiven }) => (
          <Fragment>
            <p role="status">{text(isGiven ? 'account.consent.given' : 'account.consent.none')}</p>
            {isGiven ? (
              <Button
                variant="secondary"
                busy={busy}
                onClick={() => run(takeBack, (error) => failure.show(errorText(t, error)))}
              >
                {text('account.consent.takeBack')}
              </Button>
            ) : null}
          </Fragment>
        )}
      </Loaded>
    </Part>
  )
}
