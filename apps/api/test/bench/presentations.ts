import { createPresentation, type PresentationKind } from '@avouch/contract'
import { readLink, tokenOf, transcriptOf } from '../support/age-app-links.ts'
import { show } from '../support/age-office.ts'
import { issueSdJwt, showSdJwt } from '../support/sd-jwts.ts'
import { askedIn, encrypted, requestUriOf } from '../support/wallet-answers.ts'
import { intentsOf } from './intents.ts'
import { drain, type Work } from './load.ts'
import { row, type Row } from './report.ts'
import { inTurns, SECONDS } from './rounds.ts'
import { office, type Product, type World } from './world.ts'

/** Requests of a round. */
const MOST = 1_200
/** Answers that the product is meant to take each second, beside which each is answered in good time. */
const ANSWERS = 100
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const proof = office.issue()
const identity = issueSdJwt(office.signer)

const postTo = ({ url }: Product, responseUri: string, fields: Record<string, string>): Work => ({
  url: url + new URL(responseUri).pathname,
  method: 'POST',
  headers: FORM,
  body: new URLSearchParams(fields).toString(),
})

const begin = ({ url }: Product, mintid: string, kind: PresentationKind, links: string[]): Work => ({
  url: url + createPresentation.path,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ mintid, way: 'qr', kind }),
  answered: (answer) => void links.push((JSON.parse(answer) as { url: string }).url),
})

const fetchOf = ({ url }: Product, link: string, objects: string[]): Work => ({
  url: url + new URL(requestUriOf(link)).pathname,
  method: 'GET',
  headers: {},
  answered: (object) => void objects.push(object),
})
async function walletAnswer(product: Product, object: string): Promise<Work> {
  const asked = askedIn(object)
  const response = await encrypted(asked, { vp_token: { pid_sd_jwt: [showSdJwt(identity, asked)] } })
  return postTo(product, asked.responseUri, { response })
}

/**
 * A request to an age app or an ID wallet, and its answer by QR code: what is shown is verified, and the intent ends. Answers are
 * measured twice: as many as possible, and at the rate that is the goal.
 */
export async function presentations(world: World): Promise<Row[]> {
  const product = await world.product()
  // Its receiver is not there, and what is sent again and again would be measured as well.
  await product.people.query('update provider set webhook_url = null')
  const choice = { seconds: SECONDS, processes: [product.pid, world.database] }
  const runAtRate = (works: readonly Work[]) => drain(works, { ...choice, perSecond: ANSWERS })
  const runAll = (works: readonly Work[]) => drain(works, { ...choice, seconds: 600 })
  const ageAnswer = (link: string) =>
    postTo(product, readLink(link).responseUri, { vp_token: tokenOf(show(proof, transcriptOf(link))) })

  let links: string[] = []
  let objects: string[] = []
  const start = (kind: PresentationKind) => async () => {
    const mintids = await intentsOf(product, MOST, ['proof_of_age', 'id_wallet'])
    links = []
    return runAll(mintids.map((mintid) => begin(product, mintid, kind, links)))
  }
  const some = <Item>(items: Item[]) => items.splice(0, ANSWERS * SECONDS)
  const all = await inTurns({
    'age app, start': start('age_app'),
    [`age app, ${ANSWERS} answers each second`]: () => runAtRate(some(links).map(ageAnswer)),
    'age app, answers': () => runAll(links.map(ageAnswer)),
    'ID wallet, start': start('id_wallet'),
    'ID wallet, request': () => {
      objects = []
      return runAll(links.map((link) => fetchOf(product, link, objects)))
    },
    [`ID wallet, ${ANSWERS} answers each second`]: async () =>
      runAtRate(await Promise.all(some(objects).map((one) => walletAnswer(product, one)))),
    'ID wallet, answers': async () => runAll(await Promise.all(objects.map((one) => walletAnswer(product, one)))),
  })
  return [...all].flatMap(([name, measured]) => row(name, measured))
}
