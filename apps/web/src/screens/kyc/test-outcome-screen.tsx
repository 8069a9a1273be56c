import { inLanguage, type Localized, type VendorOutcome } from '@avouch/contract'
import { fill } from '@avouch/phrases'
import { de } from '@avouch/phrases/test-outcome/de'
import { en } from '@avouch/phrases/test-outcome/en'
import { brand } from '#settings/brand.ts'
import { useLanguage } from '#i18n/language.ts'
import { NotNow } from '#screens/layout/not-now.tsx'
import type { WayBack } from '#visit/way-back.ts'
import { Button } from '@avouch/design/button'
import { DocumentArt } from '#ui/art/document-art.tsx'
import { ResultPage } from '#ui/result-page.tsx'

type TestOutcomeText = keyof typeof en
const TEXTS: Localized<Readonly<Record<TestOutcomeText, string>>> = { en, de }

export type TestOutcomeScreenProps = {
  provider: string | undefined
  age: number
  byApp: boolean
  outcomes: readonly VendorOutcome[]
  busy: boolean
  onChoose: (outcome: VendorOutcome) => void
  wayBack: WayBack | undefined
}

/** Nothing is checked: the tester says what came out. */
export function TestOutcomeScreen({ provider, age, byApp, outcomes, busy, onChoose, wayBack }: TestOutcomeScreenProps) {
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
