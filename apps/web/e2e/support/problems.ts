import { AppError, type ErrorCode } from '@avouch/contract'
import type { Page, Route } from '@playwright/test'

/** A refusal as the server writes it. */
export function problemOf(code: ErrorCode, details: Record<string, unknown> = {}) {
  const { status, message: title } = new AppError(code)
  return {
    status,
    contentType: 'application/problem+json',
    json: { type: 'about:blank', title, status, code, message: title, ...details },
  }
}

/** The next answers of an address are this one, until the given function ends it. */
export async function answerWith(
  page: Page,
  address: string,
  answer: Parameters<Route['fulfill']>[0] | 'lost',
): Promise<() => Promise<void>> {
  const handler = (route: Route) => (answer === 'lost' ? route.abort('connectionrefused') : route.fulfill(answer))
  await page.route(address, handler)
  return () => page.unroute(address, handler)
}
