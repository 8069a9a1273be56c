import { type ComponentType, useEffect, useState } from 'react'
import { fetchAhead } from '#lib/ahead.ts'

type Part<Props> = { View: ComponentType<Props> }

/** A part of the page that is fetched when it is wanted; one that did not come is fetched again when it is wanted anew. */
export function usePart<Props>(load: () => Promise<Part<Props>>, isWanted: boolean): Part<Props> | undefined {
  const [part, setPart] = useState<Part<Props>>()
  const isMissing = isWanted && part === undefined
  useEffect(() => {
    if (isMissing) void fetchAhead(async () => setPart(await load()))
  }, [isMissing, load])
  return isWanted ? part : undefined
}
