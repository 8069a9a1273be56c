/**
 * Erases every account that ended; repeating it changes nothing.
 * @throws AggregateError of the accounts that failed, after all others were erased
 */
export async function eraseEach(ids: readonly string[], eraseOne: (id: string) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (const id of ids) {
    try {
      await eraseOne(id)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'accounts that ended were not erased')
}
