/** What the engines give for a bigint: text, a number, or a big one. Amounts are numbers that are held exactly. */
export function minorUnits(value: unknown): number {
  const amount = Number(value)
  if (value === null || value === '' || !Number.isSafeInteger(amount))
    throw new Error('an amount that a number does not hold')
  return amount
}
