import { NotFound } from '@avouch/api-client'
import { AppError, type ErrorCode } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { productQuery, queryClient } from './query.ts'

const { queries, mutations } = queryClient.getDefaultOptions()

const goesToErrorScreen = (error: Error, data?: unknown) => productQuery.throwOnError(error, { state: { data } })

describe('queries', () => {
  test('Data is kept 5 minutes, a failed query is repeated three times with doubling waits up to 30 s, and a change never [QUERY-01]', () => {
    expect(queries).toMatchObject({ staleTime: 300_000 })
    const retry = queries?.retry
    const isRepeated = (failures: number, error: Error) => typeof retry === 'function' && retry(failures, error)
    expect([0, 1, 2, 3].map((failures) => isRepeated(failures, new Error('any')))).toEqual([true, true, true, false])
    expect(isRepeated(0, new AppError('internal_error'))).toBe(true)
    const refusals = [new AppError('invalid_request'), new AppError('too_many_requests'), new NotFound('kycStatus')]
    expect(refusals.map((error) => isRepeated(0, error))).toEqual([false, false, false])
    const delay = queries?.retryDelay
    const waits = [0, 1, 2, 5, 9].map((attempt) => typeof delay === 'function' && delay(attempt, new Error('any')))
    expect(waits).toEqual([1_000, 2_000, 4_000, 30_000, 30_000])
    expect(mutations?.retry).toBe(false)
  })

  test('A failed query of the product goes to the error screen, without retry and without refetch on focus [QUERY-02]', () => {
    expect(productQuery).toMatchObject({ retry: false, refetchOnWindowFocus: false })
    expect(goesToErrorScreen(new AppError('internal_error'))).toBe(true)
    expect(goesToErrorScreen(new Error('unreadable'))).toBe(true)
  })

  test('A failed poll keeps its data', () => {
    expect(goesToErrorScreen(new AppError('internal_error'), 'reviewing')).toBe(false)
  })

  test.each(['invalid_token', 'under_age_18', 'mintid_used', 'mintid_not_exist'] satisfies ErrorCode[])(
    'The error %s has an answer of its own and breaks no screen [SESSION-06]',
    (code) => {
      expect(goesToErrorScreen(new AppError(code))).toBe(false)
    },
  )
})
