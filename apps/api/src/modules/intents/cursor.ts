import { AppError } from '@avouch/contract'

type Position = { createdAt: Date; id: string }

/** Thirteen digits are enough until 2286, and no year has more than four. */
const SHAPE = /^(?<at>[0-9]{1,13}) (?<id>[A-Za-z0-9_-]{1,64})$/

/** Where a page ended. New intents come before the first page, so the pages that follow stay as they are. */
export const writeCursor = ({ createdAt, id }: Position): string =>
  Buffer.from(`${createdAt.getTime()} ${id}`).toString('base64url')

/** @throws AppError invalid_request */
export function readCursor(cursor: string): Position {
  const { at, id } = SHAPE.exec(Buffer.from(cursor, 'base64url').toString('utf8'))?.groups ?? {}
  if (id === undefined) throw new AppError('invalid_request')
  return { createdAt: new Date(Number(at)), id }
}
