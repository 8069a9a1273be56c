const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The form of an event's type; anything else may be the name of a person. */
const TYPE = /^[\w.:-]{1,64}$/

/** The type of a partner's message that is not understood, for the log, and what it is about. */
export function readUnknownEvent(message: unknown): { type: string; data: Record<string, unknown> } {
  const { type, data } = isObject(message) ? message : {}
  const named = typeof type === 'string' ? (TYPE.test(type) ? type : 'other') : 'none'
  return { type: named, data: isObject(data) ? data : {} }
}
