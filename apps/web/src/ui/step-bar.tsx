import { useTranslate } from '#i18n/language.ts'
import type { StepsDone } from '#router/route.ts'
import { TickIcon } from '@avouch/design/icons'

const STEPS = ['step.number', 'step.code', 'step.document', 'step.done'] as const

/** Shows how far the visitor is, at the same place on every screen. Large text has room for the name of the current step alone. */
export function StepBar({ done }: { done: StepsDone }) {
  const t = useTranslate()
  const shown = Math.min(done, STEPS.length - 1)
  return (
    <div className="page @container">
      <ol
        aria-label={t('step.label')}
        className="grid grid-cols-[1.1fr_1fr_1.25fr_1fr] gap-1.5 pt-1 text-note leading-tight font-[550] text-ink-soft max-[411px]:text-[.8125rem]"
      >
        {STEPS.map((name, step) => (
          <li
            key={name}
            aria-current={step === done ? 'step' : undefined}
            className="group grid grid-cols-1 content-start gap-2 @max-[16rem]:contents aria-[current]:font-[680] aria-[current]:text-ink"
          >
            <span
              className={`h-1.5 rounded-full forced-colors:border ${step < done ? 'bg-brand forced-colors:bg-[Highlight]' : 'bg-line group-aria-[current]:bg-[linear-gradient(90deg,var(--color-brand)_50%,var(--color-tint-line)_50%)]'}`}
            />
            <span
              className={`flex min-w-0 flex-wrap items-center gap-1 max-[411px]:gap-0.5 @max-[16rem]:[grid-area:2/1/2/-1] ${step === shown ? '' : '@max-[16rem]:opacity-0'}`}
            >
              {step < done ? <TickIcon className="size-4 text-brand max-[411px]:size-3.5 max-[374px]:hidden" /> : null}
              <span className="min-w-0 wrap-anywhere">
                <span>{t(name)}</span>
                {step < done ? <span className="sr-only">{` ${t('step.isDone')}`}</span> : null}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
