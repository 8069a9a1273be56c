import { PAPERS, paperAt } from '@avouch/contract'
import { navigate } from '#router/navigation.ts'

/** Goes to a page to read, at any address of one. */
export function readPaper(address: string): void {
  const paper = paperAt(address)
  if (paper !== undefined) void navigate({ to: PAPERS[paper.name][paper.language], keepHash: true })
}
