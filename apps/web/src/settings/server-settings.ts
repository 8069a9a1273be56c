import type { PageSettings } from '@avouch/contract'

/** The settings on the server, which has no page to read them from: they are put here before anything else is loaded. */
export const onServer: { settings?: PageSettings } = {}
