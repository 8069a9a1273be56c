import { randomUUID } from 'node:crypto'
import { cookies } from 'next/headers'
import { avouch } from '../avouch.mjs'

export async function POST() {
  const { SHOP_URL } = process.env
  const jar = await cookies()
  const visit = jar.get('visit')?.value ?? randomUUID()
  const wish = { redirect_uri: `${SHOP_URL}/back`, reference: visit }
  // The same key gives the same intent: a second click creates no second one.
  let intent = await avouch().intents.create(wish, visit)
  if (['expired', 'cancelled'].includes(intent.status)) intent = await avouch().intents.create(wish, randomUUID())
  jar.set('visit', visit, { httpOnly: true, sameSite: 'lax', secure: SHOP_URL.startsWith('https:') })
  // The language of your page goes along: the visitor reads on in it.
  return Response.redirect(`${intent.url}&lng=en`, 303)
}
