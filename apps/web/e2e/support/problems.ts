import { AppError, type ErrorCode, isErrorCode, languageOfBrowser } from '@avouch/contract'
import type { Page, Route } from '@playwright/test'
import { textsOf } from './texts.ts'

/** A refusal as the server writes it to a program. */
export function problemOf(code: ErrorCode, details: Record<string, unknown> = {}) {
  const { status, message: title } = new AppError(code)
  return {
    status,
    contentType: 'application/problem+json',
    json: { type: 'about:blank', title, status, code, message: title, ...details },
  }
}

type Fulfilment = NonNullable<Parameters<Route['fulfill']>[0]>

/** Answers a call; what is a refusal, with its words in the language that the page asks for. */
export function fulfil(route: Route, answer: Fulfilment | ReturnType<typeof problemOf>): Promise<void> {
  const json: unknown = answer.json
  if (typeof json !== 'object' || json === null || !('code' in json) || !isErrorCode(json.code))
    return route.fulfill(answer)
  const t = textsOf(languageOfBrowser(route.request().headers()['accept-language'] ?? ''))
  return route.fulfill({ ...answer, json: { ...json, message: t(`error.${json.code}`) } })
}

/** The next answers of an address are this one, until the given function ends it. */
export async function answerWith(
  page: Page,
  address: string,
  answer: Fulfilment | 'lost',
): Promise<() => Promise<void>> {
  const handler = (route: Route) => (answer === 'lost' ? route.abort('connectionrefused') : fulfil(route, answer))
  await page.route(address, handler)
  return () => page.unroute(address, handler)
}
