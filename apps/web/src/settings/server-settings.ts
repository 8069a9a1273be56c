import type { PageSettings } from '@avouch/contract'

/** Where pages are rendered there is no page to read them from: they are put here before anything else is loaded. */
export const onServer: { settings?: PageSettings } = {}
