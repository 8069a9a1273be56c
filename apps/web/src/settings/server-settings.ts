import type { PageSettings } from '@avouch/contract'

/** Has the settings on the server, which has no page to read them from. Set before any other module is loaded. */
export const onServer: { settings?: PageSettings } = {}
