import type { Content, Elements } from '@avouch/design/jsx-runtime'
import { Stage } from '#ui/art/art.tsx'
import { Heading, Lede } from './heading.tsx'

type ResultPageProps = {
  title: string
  /** The heading, if it differs from the title. */
  heading?: string
  lede?: Content
  art: Elements
  children?: Elements
}

/** Lays out a screen with a result: a centred card with an illustration, and the way on. */
export function ResultPage({ title, heading = title, lede, art, children }: ResultPageProps) {
  return (
    <section className="mx-auto w-full max-w-[560px] rounded-card border border-line bg-surface text-center shadow-card">
      <Stage className="h-36 sm:h-40 short:hidden">
        <span className="relative h-30 max-w-full">{art}</span>
      </Stage>
      <div className="grid grid-cols-1 gap-5.5 p-[clamp(20px,4vw,36px)] pt-6.5! max-[359px]:p-4">
        <div>
          <Heading title={title}>{heading}</Heading>
          {lede === undefined ? null : <Lede className="mt-2!">{lede}</Lede>}
        </div>
        {children}
      </div>
    </section>
  )
}
