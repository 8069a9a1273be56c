/** Longest shutdown after draining: last answers, background work, and the database. */
export const SHUTDOWN_MS = 15_000
