import type { adminConversion, Answer } from '@avouch/contract'
import { INPUT, LABEL } from '@avouch/design/field'
import { Fragment, useState } from 'react'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { Columns, Funnel } from '#ui/plots.tsx'
import { Facts } from '#ui/facts.tsx'
import { Card, Page } from '#ui/page.tsx'
import { Empty, Loaded } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { useRights } from './project.tsx'
import { type Mode, useConversion, useProject } from './queries.ts'

type Conversion = Answer<typeof adminConversion>['data']
type Day = Pick<Conversion['data'][number], 'day' | Step>
type Duration = Conversion['durations'][number]

const STEPS = ['asked', 'opened', 'number', 'answered', 'yes'] as const
type Step = (typeof STEPS)[number]
const DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1_000

/** Lists the last 30 days (UTC), the oldest first, with those without a check. */
function everyDay(found: readonly Day[]): Day[] {
  const byDay = new Map(found.map((one) => [one.day, one]))
  const last = Math.max(Date.now(), ...found.map(({ day }) => Date.parse(day)))
  return Array.from({ length: DAYS }, (_, n) => {
    const day = new Date(last - (DAYS - 1 - n) * DAY_MS).toISOString().slice(0, 10)
    return byDay.get(day) ?? { day, asked: 0, opened: 0, number: 0, answered: 0, yes: 0 }
  })
}

const total = (days: readonly Day[], step: Step) => days.reduce((sum, day) => sum + day[step], 0)

/** Shows how far visitors came in the last 30 days, in total and by day. */
export function ConversionPage() {
  const t = useTranslate()
  const { id } = useRights()
  const [chosen, setMode] = useState<Mode>()
  const { data: project } = useProject(id)
  const mode = chosen ?? (project?.stage === 'live' ? 'live' : 'test')
  const conversion = useConversion(id, mode)
  const { minute } = useFormat()
  const until = conversion.data?.counted_until
  return (
    <Page
      title={t('conversion.title')}
      lede={until ? t('conversion.until', { time: minute(until) }) : t('conversion.lede')}
      actions={
        <Choice
          label={t('checks.mode')}
          value={mode}
          options={{ live: t('mode.live'), test: t('mode.test') }}
          onChange={setMode}
        />
      }
    >
      <Loaded query={conversion}>
        {({ data, durations }) =>
          data.length === 0 ? (
            <Card>
              <Empty title={t('conversion.none')}>{t('conversion.noneText')}</Empty>
            </Card>
          ) : (
            <Fragment>
              <Plots days={everyDay(data)} />
              <Durations steps={durations} />
            </Fragment>
          )
        }
      </Loaded>
    </Page>
  )
}

function Plots({ days }: { days: readonly Day[] }) {
  const t = useTranslate()
  const { number, percent, utcDay } = useFormat()
  const [step, setStep] = useState<Step>('asked')
  // On a phone thirty days are as many cards.
  const [isWide] = useState(() => window.matchMedia('(width >= 48rem)').matches)
  const asked = total(days, 'asked')
  const names = Object.fromEntries(STEPS.map((one) => [one, t(`conversion.${one}`)])) as Record<Step, string>
  const columns = STEPS.map((one) => ({
    title: names[one],
    numeric: true,
    renderCell: (day: Day) => number(day[one]),
  }))
  return (
    <Fragment>
      <Card title={t('conversion.all')} lede={t('conversion.allText')}>
        <Funnel
          rows={STEPS.map((one) => ({
            label: names[one],
            value: number(total(days, one)),
            share: asked === 0 ? 0 : total(days, one) / asked,
            shareText: asked === 0 ? '–' : percent(total(days, one) / asked),
          }))}
        />
      </Card>
      <Card
        title={t('conversion.byDay')}
        actions={<Choice label={t('conversion.step')} value={step} options={names} onChange={setStep} />}
      >
        <Columns
          label={t('conversion.plot', { step: names[step], count: number(total(days, step)) })}
          first={utcDay(days[0]?.day ?? '')}
          last={utcDay(days.at(-1)?.day ?? '')}
          columns={days.map((day) => ({ key: day.day, value: day[step] }))}
        />
        <details open={isWide} className="mt-6">
          <summary className="link inline-flex min-h-11 items-center">{t('conversion.numbers')}</summary>
          <Table
            caption={t('conversion.byDay')}
            rows={days.filter((day) => STEPS.some((one) => day[one] > 0)).toReversed()}
            keyOf={({ day }) => day}
            columns={[{ title: t('conversion.day'), renderCell: ({ day }) => utcDay(day) }, ...columns]}
          />
        </details>
      </Card>
    </Fragment>
  )
}

/** Shows how long half of the visitors took for each step, and nine in ten. */
function Durations({ steps }: { steps: readonly Duration[] }) {
  const t = useTranslate()
  const { duration } = useFormat()
  const timed = steps.filter(({ buckets }) => buckets.some(({ count }) => count > 0))
  const within = (seconds: number | null) =>
    seconds === null ? t('conversion.longer') : t('conversion.upTo', { time: duration(seconds) })
  return timed.length === 0 ? null : (
    <Card title={t('conversion.durations')} lede={t('conversion.durationsText')}>
      <Facts
        facts={timed.map(({ step, half_within, most_within }) => [
          t(`conversion.${step}`),
          t('conversion.within', { half: within(half_within), most: within(most_within) }),
        ])}
      />
    </Card>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  value: Value
  options: Record<Value, string>
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const values = Object.keys(options) as Value[]
  return (
    <label className="flex items-center gap-3">
      <span className={`${LABEL} flex-none`}>{label}</span>
      <select
        value={value}
        className={`${INPUT} w-auto`}
        onChange={({ target }) => onChange(values.find((one) => one === target.value) ?? value)}
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {options[one]}
          </option>
        ))}
      </select>
    </label>
  )
}
