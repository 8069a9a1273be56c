import { AppError } from '@avouch/contract'

type Place = { createdAt: Date; id: string }

const SHAPE = /^(?<at>[0-9]{1,15}) (?<id>[A-Za-z0-9_-]{1,64})$/

/** Where a page ended. New intents come before the first page, so the pages that follow stay as they are. */
export const writeCursor = ({ createdAt, id }: Place): string =>
  Buffer.from(`${createdAt.getTime()} ${id}`).toString('base64url')

/** @throws AppError invalid_request */
export function readCursor(cursor: string): Place {
  const { at, id } = SHAPE.exec(Buffer.from(cursor, 'base64url').toString('utf8'))?.groups ?? {}
  const createdAt = new Date(Number(at))
  if (id === undefined || Number.isNaN(createdAt.getTime())) throw new AppError('invalid_request')
  return { createdAt, id }
}
