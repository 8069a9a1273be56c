import { load } from './load.ts'
import { row, type Row } from './report.ts'
import { inTurns, SECONDS } from './rounds.ts'
import { intentsOf } from './intents.ts'
import type { World } from './world.ts'

const HTML = { accept: 'text/html', 'accept-language': 'en' }
/** Visitors of one website, each with an intent of its own. */
const VISITORS = 500

/** Pages, against the same text from a server that reads no setting and renders nothing. */
export async function pages(world: World): Promise<Row[]> {
  const [floor, product] = [await world.floor(), await world.product()]
  const page = await (await fetch(`${product.url}/auth/login`, { headers: HTML })).text()
  await fetch(`${floor.url}/page`, { method: 'PUT', headers: { 'content-type': 'text/html' }, body: page })
  const intents = await intentsOf(product, VISITORS)
  const get = (of: { url: string; pid: number }, paths: readonly string[]) => () =>
    load(
      paths.map((path) => ({ url: of.url + path, method: 'GET', headers: HTML })),
      { seconds: SECONDS, processes: [of.pid, world.database] },
    )
  const all = await inTurns({
    floor: get(floor, ['/page']),
    landing: get(product, ['/']),
    'log-in': get(product, ['/auth/login']),
    asked: get(
      product,
      intents.map((mintid) => `/auth/login?mintid=${mintid}`),
    ),
  })
  return [
    row('page: floor', all.get('floor')),
    row('page: landing page', all.get('landing'), { of: all.get('floor') }),
    row('page: log-in', all.get('log-in'), { of: all.get('floor') }),
    row('page: log-in that says who asks', all.get('asked'), { of: all.get('log-in') }),
  ].flat()
}
