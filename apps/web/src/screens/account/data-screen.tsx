import { me, updateProfile } from '@avouch/contract'
import { Button } from '@avouch/design/button'
import { Fragment, useState } from 'react'
import { Loaded, Part } from './account-frame.tsx'
import { useAccountText } from './account-text.ts'
import { DeleteAccount } from './delete-account.tsx'
import { HeldData } from './held-data.tsx'
import { useOwn } from './own.ts'
import { call } from '#api/api.ts'
import { inBackground } from '#api/report.ts'
import { useCallNotice } from './use-call-notice.ts'
import { You } from './you.tsx'
import { DocumentArt } from '#ui/art/document-art.tsx'
import { FlowPage } from '#ui/flow-page.tsx'

/** All that is held about the visitor, the consent, and the way to leave. */
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

/** The consent to data collection, which can be taken back, and is given at registration alone. */
function Consent() {
  const text = useAccountText()
  const own = useOwn('profile', async (signal) => (await call(me, undefined, { signal })).data)
  const [busy, setBusy] = useState(false)
  const tell = useCallNotice()
  const takeBack = async () => {
    setBusy(true)
    try {
      await call(updateProfile, { body: { data_collection_consent: false } })
      own.refetch()
    } catch (error) {
      tell(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Part title={text('account.consent')}>
      <Loaded own={own}>
        {({ data_collection_consent: isGiven }) => (
          <Fragment>
            <p role="status">{text(isGiven ? 'account.consent.given' : 'account.consent.none')}</p>
            {isGiven ? (
              <Button variant="secondary" busy={busy} onClick={() => inBackground(takeBack())}>
                {text('account.consent.takeBack')}
              </Button>
            ) : null}
          </Fragment>
        )}
      </Loaded>
    </Part>
  )
}
