import { Blocked } from '#api/connection.ts'

/** Rejects where no answer comes in time: no foreign service may keep a form busy. */
export function withTimeout<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, failed) => {
    timer = setTimeout(() => failed(new Blocked('notice.captchaSilent')), milliseconds)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
