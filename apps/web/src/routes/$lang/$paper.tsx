import { paperAt } from '@avouch/contract'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { loadPaper } from '#features/papers/load-paper.ts'
import { PaperScreen } from '#features/papers/paper-screen.tsx'
import { currentLanguage, switchLanguage } from '#lib/language.ts'

export const Route = createFileRoute('/$lang/$paper')({
  staticData: { back: true },
  loader: async ({ location }) => {
    const read = paperAt(location.pathname)
    if (read === undefined) throw notFound()
    const paper = await loadPaper(read.name, read.language)
    if (currentLanguage() !== read.language) await switchLanguage(read.language, { keep: false })
    return paper
  },
  component: Read,
})

function Read() {
  const navigate = Route.useNavigate()
  const paper = Route.useLoaderData()
  const follow = (address: string) => {
    const [, lang = '', name = ''] = address.split('/')
    void navigate({ to: '/$lang/$paper', params: { lang, paper: name } })
  }
  return <PaperScreen key={paper.title} paper={paper} onFollow={follow} />
}
