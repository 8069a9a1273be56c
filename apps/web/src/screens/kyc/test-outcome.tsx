import {
  AppError,
  chooseTestOutcome,
  inLanguage,
  type Localized,
  MINIMUM_AGE,
  type ProofMethod,
  VENDOR_OUTCOMES,
  type VendorOutcome,
} from '@avouch/contract'
import { Button } from '@avouch/design/button'
import { fill } from '@avouch/phrases'
import { de } from '@avouch/phrases/test-outcome/de'
import { en } from '@avouch/phrases/test-outcome/en'
import { useState } from 'react'
import { notifyError } from './failure-notice.ts'
import { clearKycStatus } from './kyc-queries.ts'
import { StartScreen } from './start-screen.tsx'
import { call } from '#api/api.ts'
import { processingIntent } from '#api/session.ts'
import { useLanguage } from '#i18n/language.ts'
import { NotNow } from '#screens/layout/exit-links.tsx'
import { brand } from '#settings/page-settings.ts'
import { DocumentArt } from '#ui/art/document-art.tsx'
import { ResultPage } from '#ui/result-page.tsx'
import { navigate, useSearch } from '#router/navigation.ts'
import { useIntent, useWayBack, type WayBack } from '#visit/intent.ts'
import { rememberOutcome } from '#visit/tab-state.ts'
import { forgetVisit } from '#visit/verification.ts'

type TestOutcomeText = keyof typeof en
const TEXTS: Localized<Readonly<Record<TestOutcomeText, string>>> = { en, de }

/** Outcomes that an app can show. */
const OF_APPS: readonly VendorOutcome[] = ['COMPLETED', 'UNDERAGED']

type TestOutcomeProps = { method: ProofMethod }

/** Lets the visitor of a test request choose the outcome, in place of an identity check or an app. */
export function TestOutcome({ method }: TestOutcomeProps) {
  const { mintid } = useSearch()
  const byApp = method !== 'identity_check'
  const { provider, asked, gone, test } = useIntent(mintid)
  const wayBack = useWayBack(mintid)
  const [busy, setBusy] = useState(false)
  const choose = async (id: string, status: VendorOutcome) => {
    setBusy(true)
    try {
      const { data } = await call(chooseTestOutcome, { params: { id }, body: { method, status } })
      if (!byApp) {
        clearKycStatus()
        processingIntent.set(id)
        return await navigate({ to: '/kyc-check-result', replace: true })
      }
      forgetVisit()
      rememberOutcome(id, data.data.result ? 'yes' : 'no')
      await navigate({ to: data.data.result ? '/complete-process' : '/verify-age/denied', replace: true })
    } catch (error) {
      notifyError(error)
      setBusy(false)
    }
  }
  if (mintid === undefined || gone !== undefined)
    return (
      <StartScreen
        failure={new AppError(gone === 'incomplete' ? 'invalid_request' : (gone ?? 'mintid_not_exist'))}
        onRetry={() => undefined}
        wayBack={wayBack}
      />
    )
  // Any address may claim to come from an app.
  if (provider !== undefined && !test)
    return <StartScreen failure={new AppError('test_key_required')} onRetry={() => undefined} />
  return (
    <TestOutcomeScreen
      provider={provider?.name}
      age={asked?.age ?? MINIMUM_AGE}
      byApp={byApp}
      outcomes={byApp ? OF_APPS : VENDOR_OUTCOMES}
      busy={busy}
      onChoose={(status) => void choose(mintid, status)}
      wayBack={wayBack}
    />
  )
}

type TestOutcomeScreenProps = {
  provider: string | undefined
  age: number
  byApp: boolean
  outcomes: readonly VendorOutcome[]
  busy: boolean
  onChoose: (outcome: VendorOutcome) => void
  wayBack: WayBack | undefined
}

/** Shows the outcomes to choose from; nothing is checked. */
function TestOutcomeScreen({ provider, age, byApp, outcomes, busy, onChoose, wayBack }: TestOutcomeScreenProps) {
  const language = useLanguage()
  const texts = inLanguage(TEXTS, language)
  const said = (key: TestOutcomeText) =>
    fill(inLanguage(brand.texts, language)[key] ?? texts[key], {
      provider: provider ?? texts['testOutcome.website'],
      age,
    })
  return (
    <ResultPage
      title={said('testOutcome.title')}
      lede={said(byApp ? 'testOutcome.app' : 'testOutcome.text')}
      art={<DocumentArt />}
    >
      <ul className="grid grid-cols-1 gap-3">
        {outcomes.map((outcome) => (
          <li key={outcome}>
            <Button variant="secondary" className="w-full" busy={busy} onClick={() => onChoose(outcome)}>
              {said(`testOutcome.${outcome}`)}
            </Button>
          </li>
        ))}
      </ul>
      <NotNow wayBack={wayBack} />
    </ResultPage>
  )
}
