import { OWN, startPhoneServer } from './servers.ts'

/** The age app of a phone, as one browser uses it; `url`: of the product. */
export async function openAgeApp(url: string) {
  const app = await startPhoneServer({ apiUrl: url, productUrl: url })
  let cookie = ''
  async function ask(method: 'GET' | 'POST', path: string, fields: Record<string, string> = {}) {
    const payload = method === 'POST' ? { payload: new URLSearchParams(fields).toString() } : {}
    const headers = { accept: 'text/html', cookie, ...OWN }
    const answer = await app.inject({ method, url: `/age-app${path}`, headers, ...payload })
    for (const { name, value } of answer.cookies) if (name === 'age_app') cookie = `${name}=${value}`
    return { status: answer.statusCode, to: answer.headers.location, body: answer.body }
  }
  const post = (path: string, fields?: Record<string, string>) => ask('POST', path, fields)
  return {
    app,
    post,
    open: (path: string) => ask('GET', path),
    see: async (path = '') => (await ask('GET', path)).body,
    scan: (link: string) => post('/scan', { link }),
    get: (person: string) => post('/office', { person }),
    show: (person: string, nonce: string) => post('/request/show', { person, nonce }),
  }
}
