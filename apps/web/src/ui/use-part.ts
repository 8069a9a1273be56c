import type { View } from '@avouch/design/jsx-runtime'
import { useEffect, useState } from 'react'
import { prefetch } from '#router/prefetch.ts'

type Part<Props> = { View: View<Props> }

/** A part of the page that is fetched when it is wanted; one that did not come is fetched again for another wish. */
export function usePart<Props>(load: () => Promise<Part<Props>>, wish: number | boolean): Part<Props> | undefined {
  const [part, setPart] = useState<Part<Props>>()
  const missing = part === undefined ? wish : false
  useEffect(() => {
    if (missing !== false) void prefetch(async () => setPart(await load()))
  }, [missing, load])
  return wish === false ? undefined : part
}
