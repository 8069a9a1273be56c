import type { Content } from '@avouch/design/jsx-runtime'
import { useTranslate } from '#i18n/language.ts'
import { NotNow } from '#screens/layout/exit-links.tsx'
import type { WayBack } from '#visit/intent.ts'
import { About, Ticks } from '#ui/about.tsx'
import { DocumentArt } from '#ui/art/document-art.tsx'
import { FlowPage } from '#ui/flow-page.tsx'
import { GoIcon } from '@avouch/design/icons'
import { KeyIcon, NewIcon } from '@avouch/design/more-icons'

export type PromptScreenProps = { onContinue: () => void; onLogin: () => void; wayBack: WayBack | undefined }

const READY = ['prompt.readyPhone', 'prompt.readyDocument', 'prompt.readyTime'] as const

export function PromptScreen({ onContinue, onLogin, wayBack }: PromptScreenProps) {
  const t = useTranslate()
  return (
    <FlowPage
      title={t('prompt.title')}
      heading={t('prompt.heading')}
      lede={t('prompt.lede')}
      art={<DocumentArt />}
      about={
        <About title={t('prompt.ready')} art={<DocumentArt />}>
          <Ticks>{READY.map((point) => t(point))}</Ticks>
        </About>
      }
    >
      <div role="group" aria-label={t('prompt.title')} className="mt-6 grid grid-cols-1 gap-3">
        <Choice
          icon={<NewIcon className="size-6" />}
          title={t('prompt.first')}
          text={t('prompt.firstText')}
          isPrimary
          onPress={onContinue}
        />
        <Choice
          icon={<KeyIcon className="size-6" />}
          title={t('prompt.again')}
          text={t('prompt.againText')}
          onPress={onLogin}
        />
      </div>
      <div className="mt-4">
        <NotNow wayBack={wayBack} />
      </div>
    </FlowPage>
  )
}

type ChoiceProps = { icon: Content; title: string; text: string; isPrimary?: boolean; onPress: () => void }

const CHOICE = {
  primary: { button: 'border-brand bg-brand text-brand-ink hover:bg-brand-hover', icon: 'bg-brand-ink/16', text: '' },
  second: {
    button: 'border-line-strong hover:border-brand hover:bg-tint',
    icon: 'bg-tint text-brand',
    text: 'text-ink-soft',
  },
}

function Choice({ icon, title, text, isPrimary = false, onPress }: ChoiceProps) {
  const looks = CHOICE[isPrimary ? 'primary' : 'second']
  return (
    <button
      type="button"
      onClick={onPress}
      className={`flex flex-wrap items-center gap-3 rounded-field border-[1.5px] p-4 text-start transition-colors sm:gap-4 sm:px-5 short:py-2 ${looks.button}`}
    >
      <span className={`grid size-11 place-items-center rounded-full ${looks.icon}`}>{icon}</span>
      {/* Large text goes below the icon rather than letter by letter between it and the arrow. */}
      <span className="flex min-w-0 flex-[1_1_6rem] flex-wrap items-center gap-3">
        <span className="min-w-0 flex-[1_1_6rem]">
          <span className="block text-[1.125rem] leading-tight font-[650] tracking-[-0.01em]">{title}</span>
          <span className={`mt-0.5 block text-[.9375rem] leading-snug ${looks.text}`}>{text}</span>
        </span>
        <GoIcon className="size-5" />
      </span>
    </button>
  )
}
