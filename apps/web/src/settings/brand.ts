import { settings } from './page-settings.ts'

/** All that an operator changes to make the product their own; colours come as a style that stands in the page. */
export const { brand } = settings

/** Names that an SMS with a code has beside it. */
export const namesInMessages = (): string[] => [brand.name, window.location.hostname]
