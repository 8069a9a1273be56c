/** A sign-in without an open code, after a reload for example, starts again here. Every page knows it, and few the steps. */
export const SIGN_IN_START = '/auth/prompt'
