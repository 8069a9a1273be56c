import { cookies } from 'next/headers'
import { answers } from './avouch.mjs'

const PAGES = { yes: 'The film', no: 'This film is for adults.' }

export default async function Film() {
  const visit = (await cookies()).get('visit')?.value
  const page = PAGES[answers.get(visit)]
  if (page !== undefined) return <p>{page}</p>
  return (
    <form method="post" action="/age-check">
      <button>Confirm that you are 18</button>
    </form>
  )
}
