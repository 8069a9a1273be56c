import { confirmIntent, createIntent, kycInit, type ProofMethod } from '@avouch/contract'
import { drain, type Work } from './load.ts'
import { row, type Row } from './report.ts'
import { inTurns, SECONDS } from './rounds.ts'
import type { Product, World } from './world.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
/** Of the sandbox's website, which is registered where nothing else is. */
const BODY = { redirect_uri: 'http://localhost:3001/return' }
/** More than a round takes. */
const MOST = 4_000
const ADULTS = `update account set adult = true, verified_on = current_date, kyc_status = 'COMPLETED' where not adult`

const mintidOf = (answer: string) => (JSON.parse(answer) as { mintid: string }).mintid

const creations = ({ url, apiKey }: Product, count: number, made: string[], accept?: readonly ProofMethod[]): Work[] =>
  Array.from({ length: count }, () => ({
    url: url + createIntent.path,
    method: 'POST' as const,
    headers: { ...JSON_TYPE, authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({ ...BODY, accept }),
    answered: (answer: string) => void made.push(mintidOf(answer)),
  }))

/** Merchant intent codes that nothing was done with yet. */
export async function intentsOf(product: Product, count: number, accept?: readonly ProofMethod[]): Promise<string[]> {
  const made: string[] = []
  await drain(creations(product, count, made, accept), { seconds: 600, processes: [] })
  return made
}

/** An adult's way through a request: the website creates it, the visitor comes with it, and confirms. */
export async function confirm(world: World): Promise<Row[]> {
  const product = await world.product()
  const choice = { seconds: SECONDS, processes: [product.pid, world.database] }
  const run = (works: readonly Work[]) => drain(works, choice)
  let created: string[] = []
  let bound: { mintid: string; bearer: string }[] = []
  const all = await inTurns({
    create: async () => {
      created = []
      return run(creations(product, MOST, created))
    },
    bind: async () => {
      const people = await product.people.add('session', created.length)
      await product.people.query(ADULTS)
      bound = []
      return run(
        people.map(({ bearer }, n) => ({
          url: `${product.url}${kycInit.path}?mintid=${created[n]}`,
          method: 'GET' as const,
          headers: { authorization: `Bearer ${bearer}` },
          answered: () => void bound.push({ mintid: created[n] ?? '', bearer }),
        })),
      )
    },
    confirm: () =>
      run(
        bound.map(({ mintid, bearer }) => ({
          url: product.url + confirmIntent.path.replace(':id', mintid),
          method: 'POST' as const,
          headers: { ...JSON_TYPE, authorization: `Bearer ${bearer}` },
          body: '{}',
        })),
      ),
  })
  return (['create', 'bind', 'confirm'] as const).flatMap((step) => row(`intent: ${step}`, all.get(step)))
}
