import { useState } from 'react'
import { useTranslate } from '#i18n/language.ts'
import { NotNow } from '#screens/layout/exit-links.tsx'
import type { WayBack } from '#visit/intent.ts'
import { Button } from '@avouch/design/button'
import { Notice } from '@avouch/design/notice'
import { ResultPage } from '#ui/result-page.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { TickIcon } from '@avouch/design/icons'
import { Art } from '#ui/art/art.tsx'

/** Since when the document waits for a person, and how long reviews take, in words. */
export type ReviewTimes = { begun: string; half: string; most: string }

export type ReviewingScreenProps = {
  looking: boolean
  /** Undefined without figures. */
  times: ReviewTimes | undefined
  onRefresh: () => void
  wayBack: WayBack | undefined
}

export function ReviewingScreen({ looking, times, onRefresh, wayBack }: ReviewingScreenProps) {
  const t = useTranslate()
  // The page polls, too, and shows nothing of it.
  const [asked, setAsked] = useState(false)
  return (
    <ResultPage title={t('reviewing.title')} lede={t('reviewing.text')} art={<ReviewerArt />}>
      <Timeline
        steps={[
          { text: t('reviewing.received'), state: 'done' },
          { text: t('reviewing.looking'), state: 'now' },
          { text: t('reviewing.sms'), state: 'next' },
        ]}
      />
      <Notice kind="info" silent>
        {times === undefined ? t('reviewing.mayClose') : t('reviewing.times', times)}
      </Notice>
      <div className="grid grid-cols-1 gap-2">
        <Button
          variant="secondary"
          busy={asked && looking}
          onClick={() => {
            setAsked(true)
            onRefresh()
          }}
        >
          {t('action.refresh')}
        </Button>
        <p role="status" className="grid min-h-6 place-items-center text-ink-soft">
          {asked ? looking ? <Spinner className="size-5" /> : t('reviewing.notYet') : null}
        </p>
      </div>
      <NotNow wayBack={wayBack} />
    </ResultPage>
  )
}

const STATES = {
  done: {
    item: 'not-last:before:bg-brand',
    mark: 'border-brand bg-brand text-brand-ink',
    content: <TickIcon className="size-3.5" />,
  },
  now: {
    item: 'not-last:before:bg-line font-[650] text-ink',
    mark: 'border-brand',
    content: <span className="size-2.5 rounded-full bg-brand" />,
  },
  next: { item: 'not-last:before:bg-line', mark: 'border-line-strong', content: null },
} as const

/** Shows past, current and coming steps. */
const Timeline = ({ steps }: { steps: readonly { text: string; state: keyof typeof STATES }[] }) => (
  <ol className="grid grid-cols-1 text-start">
    {steps.map(({ text, state }) => (
      <li
        key={text}
        aria-current={state === 'now' ? 'step' : undefined}
        className={`relative grid grid-cols-[auto_minmax(0,1fr)] gap-3.5 pb-4 text-ink-soft last:pb-0 not-last:before:absolute not-last:before:inset-y-7 not-last:before:inset-s-[11px] not-last:before:bottom-0.5 not-last:before:w-0.5 ${STATES[state].item}`}
      >
        <span className={`grid size-6 place-items-center rounded-full border-2 ${STATES[state].mark}`}>
          {STATES[state].content}
        </span>
        <span>{text}</span>
      </li>
    ))}
  </ol>
)

const ReviewerArt = () => (
  <Art>
    <path className="art-soft art-line" d="M20 118c0-26 14-42 38-42s38 16 38 42" />
    <path className="art-paper art-line" d="M49 66v12c0 5 4 8 9 8s9-3 9-8V66" />
    <circle className="art-paper art-line" cx="58" cy="44" r="24" />
    <path className="art-full" d="M33 46c-3-20 10-30 25-30s29 9 25 30c-1-8-5-13-9-15-9 6-24 6-32 1-4 2-8 6-9 14z" />
    <circle className="art-full" cx="57" cy="47" r="2.6" />
    <circle className="art-full" cx="73" cy="47" r="2.6" />
    <path className="art-line stroke-[2.5]!" d="M60 57c4 2.5 8 2 11-1" />
    <path d="M125 88l13 15" className="stroke-brand" strokeWidth="8" strokeLinecap="round" />
    <circle className="art-paper art-line" cx="112" cy="70" r="24" />
    <rect className="art-soft" x="98" y="59" width="28" height="21" rx="4" />
    <circle className="art-full" cx="106" cy="67" r="3.5" />
    <path className="art-line stroke-2!" d="M114 66h7M114 73h7M102 74h8" />
  </Art>
)
