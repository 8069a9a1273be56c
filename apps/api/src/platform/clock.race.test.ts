import { afterEach, expect, test, vi } from 'vitest'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()
const real = Date.now
afterEach(() => vi.restoreAllMocks())

const startAt = async (shiftMs: number) => {
  // Real time passes during the start, however long that takes.
  vi.spyOn(Date, 'now').mockImplementation(() => real() + shiftMs)
  const twin = await the.api.twin()
  await twin.close()
}

test.each([
  { shiftMs: -7_500, line: /^The database's clock is [78] s ahead of this machine's: set both right before/ },
  { shiftMs: 60_000, line: /^The database's clock is (59|60) s behind this machine's: set both right before/ },
])('A server whose clock is off by $shiftMs ms does not start [T-07 OPS-02]', async ({ shiftMs, line }) => {
  await expect(startAt(shiftMs)).rejects.toThrow(line)
})

test('A clock that is a second or two off is tolerated, and so is the time that tests add [T-07]', async () => {
  the.api.clock.advance(3_600_000)
  await startAt(2_000)
  await startAt(-2_000)
})
