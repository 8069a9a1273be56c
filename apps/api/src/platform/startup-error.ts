/** The process can't start; the message is one line for the operator and says what to change. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}

/** @throws StartupError for a setting that nothing but a sandbox has a default for */
export function required<T>(value: T | undefined, setting: string): T {
  if (value === undefined) throw new StartupError(`Production needs the setting ${setting}.`)
  return value
}
