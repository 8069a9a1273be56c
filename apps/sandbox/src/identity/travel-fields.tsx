import type { Language } from '@avouch/contract'
import { WAYS } from './checks.ts'
import { deskPhrases } from './desk-phrases.ts'
import type { Travel } from './reports.ts'

type Props = {
  language: Language
  /** Keeps the ids of several forms on a page apart. */
  name: string
  /** The form that the fields belong to, when they stand outside of it. */
  form?: string
  chosen?: Travel
}

/** How a report travels: its delay, and what happens to it on the way. */
export function TravelFields({ language, name, form, chosen = { way: 'once', delaySeconds: 0 } }: Props) {
  const t = deskPhrases[language]
  return (
    <div className="fields">
      <label htmlFor={`way-${name}`}>{t.way}</label>
      <select id={`way-${name}`} name="way" form={form} defaultValue={chosen.way}>
        {WAYS.map((way) => (
          <option key={way} value={way}>
            {t.ways[way]}
          </option>
        ))}
      </select>
      <label htmlFor={`delay-${name}`}>{t.delay}</label>
      <input
        id={`delay-${name}`}
        name="delay"
        form={form}
        type="number"
        inputMode="numeric"
        min={0}
        max={600}
        defaultValue={chosen.delaySeconds}
      />
    </div>
  )
}
