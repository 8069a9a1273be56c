import { PostButton } from '../ui/forms.tsx'
import { Art, H1, H2, P, Rows, Fold, useTexts } from '../ui/parts.tsx'
import { Page, type PageProps } from '../ui/page.tsx'
import { isOver, type Progress, SEE_END, SLUGS, STORIES, type Slug } from './stories.ts'

/** Where the parts of the sandbox are. */
export type Addresses = Record<'product' | 'provider' | 'identity' | 'phone', string>

/** Frames the start page and the pages of stories. */
export const StartShell = (page: Omit<PageProps, 'site' | 'brand' | 'of'>) => (
  <Page
    className="grid content-start gap-10 py-4 pb-16"
    {...page}
    site="start"
    of="Avouch"
    brand={
      <a className="flex min-h-11 flex-wrap items-center gap-x-2.5 text-xl font-bold no-underline" href="/start">
        <img src="/assets/app.svg" alt="" className="size-9" width="36" height="36" />
        Avouch <span className="font-normal text-soft">Sandbox</span>
      </a>
    }
    footer={useTexts()`Everything here is invented and runs on this machine: no real person, no real SMS, no real money.|Alles hier ist erfunden und läuft auf diesem Rechner: kein echter Mensch, keine echte SMS, kein echtes Geld.`}
  />
)

type Props = { begun: ReadonlyMap<Slug, Progress>; running: Slug | undefined; addresses: Addresses }

function Card({ slug, begun, running }: Omit<Props, 'addresses'> & { slug: Slug }) {
  const { title, text } = STORIES[slug]
  const progress = begun.get(slug)
  const post = (to: string, words: string, look?: 'quiet' | 'plain') => (
    <PostButton
      to={`/start/${to}`}
      fields={{ story: slug }}
      look={look}
      text={words}
      aria-describedby={`${slug}-name`}
    />
  )
  const main = slug === 'first' || running === slug ? undefined : 'plain'
  return (
    <li className="story" aria-current={running === slug ? 'true' : undefined}>
      <Art name={slug} />
      <div className="grid content-start gap-2">
        <H2 id={`${slug}-name`} className="text-xl" text={title} />
        <P text={text} />
      </div>
      <div className="grid gap-1">
        {progress && post('continue', isOver(progress) ? SEE_END : 'Continue|Fortsetzen', main)}
        {post('begin', progress ? 'Begin again|Neu beginnen' : 'Begin|Beginnen', progress ? 'quiet' : main)}
      </div>
    </li>
  )
}

const link = (href: string) => (
  <a className="text-brand underline underline-offset-4 wrap-anywhere" href={href}>
    {href}
  </a>
)

/** Explains the sandbox to somebody who has read nothing, and offers its stories. */
export function StartPage({ addresses: { product, provider, identity, phone }, ...stories }: Props) {
  return (
    <StartShell title="One question, one answer, nothing else|Eine Frage, eine Antwort, sonst nichts">
      <section className="hero">
        <div className="grid content-center gap-5">
          <H1
            className="headline"
            text="One question, one answer, nothing else|Eine Frage, eine Antwort, sonst nichts"
          />
          <P
            className="text-lede text-soft"
            text="Avouch proves to a website that you are 18 or over, and tells it nothing more about you. Try it as a visitor of an invented cinema, with a phone and an identity check that are invented, too.|Avouch weist einer Website nach, dass du 18 oder älter bist, und verrät ihr sonst nichts über dich. Probier es als Gast eines erfundenen Kinos, mit einem Handy und einer Identitätsprüfung, die auch erfunden sind."
          />
        </div>
        <Art name="hero" className="art hero-art" box="0 0 480 300" />
      </section>
      <section className="grid gap-5" aria-labelledby="stories">
        <H2 id="stories" className="text-2xl" text="What would you like to try?|Was möchtest du ausprobieren?" />
        <ul className="stories">
          {SLUGS.map((slug) => (
            <Card key={slug} slug={slug} {...stories} />
          ))}
        </ul>
      </section>
      <section className="grid gap-3">
        <Fold title="Without a story: all addresses|Ohne Geschichte: alle Adressen">
          <Rows
            rows={[
              ['Cinema|Kino', link(provider)],
              ['Wine shop|Weinladen', link(`${provider}/wine`)],
              ['Avouch', link(product)],
              ['Phone|Handy', link(phone)],
              ['Identity check|Identitätsprüfung', link(identity)],
              ['Review desk|Nachprüfung', link(`${identity}/desk`)],
              ['Bank', link(`${phone}/bank`)],
              ['Tracker', link(`${phone}/tracker`)],
              ['For developers|Für Entwickler', link(`${product}/docs/`)],
              ['Console for websites|Konsole für Websites', link(`${product}/console`)],
              ['Console of the operator|Konsole des Betreibers', link(`${product}/operator`)],
            ]}
          />
          {stories.running && (
            <PostButton
              to="/start/leave"
              look="plain"
              text="Leave the story, use everything freely|Geschichte verlassen, alles frei benutzen"
            />
          )}
        </Fold>
      </section>
    </StartShell>
  )
}
