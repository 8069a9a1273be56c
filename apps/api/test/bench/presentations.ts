import { createPresentation } from '@avouch/contract'
import { readLink, tokenOf, transcriptOf } from '../support/age-app-links.ts'
import { show } from '../support/age-office.ts'
import { intentsOf } from './intents.ts'
import { drain, type Work } from './load.ts'
import { row, type Row } from './report.ts'
import { inTurns, SECONDS } from './rounds.ts'
import { counting } from './statements.ts'
import { office, type World } from './world.ts'

/** More than a round takes. */
const MOST = 2_000

/** A request to an age app, and its answer by QR code: the proof is verified, and the intent ends. */
export async function presentations(world: World): Promise<Row[]> {
  const product = await world.product()
  // Its receiver is not there, and what is sent again and again would be measured as well.
  await product.people.query('update provider set webhook_url = null')
  const choice = { seconds: SECONDS, processes: [product.pid, world.database] }
  const run = (works: readonly Work[]) => counting(product.databaseUrl, () => drain(works, choice))
  const proof = office.issue()
  const answerTo = (link: string): Work => ({
    url: product.url + new URL(readLink(link).responseUri).pathname,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ vp_token: tokenOf(show(proof, transcriptOf(link))) }).toString(),
  })
  let links: string[] = []
  const all = await inTurns({
    start: async () => {
      const mintids = await intentsOf(product, MOST)
      links = []
      return run(
        mintids.map((mintid) => ({
          url: product.url + createPresentation.path,
          method: 'POST' as const,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ mintid, way: 'qr' }),
          answered: (answer: string) => void links.push((JSON.parse(answer) as { url: string }).url),
        })),
      )
    },
    answer: () => run(links.map(answerTo)),
  })
  return (['start', 'answer'] as const).flatMap((step) => row(`presentation: ${step}`, all.get(step)))
}
