import { test as base } from 'vitest'
import { MINTID, startFakeAppProduct } from './fake-app-product.ts'
import { OWN, SMS_TOKEN, startPhoneServer } from './servers.ts'

export const PIN = '2580'

/** A phone with the app, and the browser that shows it. */
async function startApp() {
  const product = await startFakeAppProduct()
  const app = await startPhoneServer({ apiUrl: product.url, productUrl: product.url })
  let cookie = ''
  async function ask(method: 'GET' | 'POST', url: string, fields: Record<string, string> = {}, headers = {}) {
    const answer = await app.inject({
      method,
      url,
      headers: { accept: 'text/html', cookie, ...OWN, ...headers },
      ...(method === 'POST' ? { payload: new URLSearchParams(fields).toString() } : {}),
    })
    for (const { name, value } of answer.cookies) if (name === 'phone_app') cookie = `${name}=${value}`
    return { status: answer.statusCode, to: answer.headers.location, body: answer.body, cookies: answer.cookies }
  }
  const get = (url: string) => ask('GET', url)
  const post = (url: string, fields: Record<string, string> = {}, headers = {}) => ask('POST', url, fields, headers)
  const typeLogin = (pin = PIN) => post('/app/login', { countryCode: '+49', phoneNumber: '01512 3456789', pin })
  return {
    product,
    refuse: product.refuse,
    get,
    /** Reads a page. */
    see: async (url: string) => (await get(url)).body,
    post,
    scan: () => post('/app/scan', { link: product.link }),
    /** Opens a request on this device, and reads its page. */
    async open() {
      await get(`/app?mintid=${MINTID}&mobile=true`)
      return (await get('/app/request')).body
    },
    typeLogin,
    sms: (code: string) =>
      app.inject({
        method: 'POST',
        url: '/api/messages',
        headers: { authorization: `Bearer ${SMS_TOKEN}` },
        payload: { to: `+${product.number}`, text: `${code} is your code.`, idempotency_key: `k:${code}` },
      }),
    async signIn() {
      await typeLogin()
      await post('/app/code', { code: '407183' })
    },
    async [Symbol.asyncDispose]() {
      await app.close()
      await product[Symbol.asyncDispose]()
    },
  }
}

export type AppPhone = Awaited<ReturnType<typeof startApp>>

/** A test with a phone of its own. */
export const test = base.extend<{ phone: AppPhone }>({
  phone: async ({ task: _ }, use) => {
    await using phone = await startApp()
    await use(phone)
  },
})
