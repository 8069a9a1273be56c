import { settings } from './page-settings.ts'

/** All that an operator changes to make the product their own; colours come as a style that stands in the page. */
export const { brand } = settings

/** What an SMS with a code says beside it. */
export const namesInMessages = (): string[] => [brand.name, window.location.hostname]
