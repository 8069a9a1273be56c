/** Longest end of a process, beside the time in which it drains: last answers, what runs in the background, and the database. */
export const SHUTDOWN_MS = 15_000
