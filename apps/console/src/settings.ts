import { type Brand, DEFAULT_BRAND, PAGE_SETTINGS } from '@avouch/contract'

const hasBrand = (value: unknown): value is { brand: Brand } =>
  typeof value === 'object' && value !== null && 'brand' in value

/** The page and this script are of one build, and no other origin can write into it. */
function readBrand(): Brand {
  const written = document.querySelector<HTMLMetaElement>(`meta[name=${PAGE_SETTINGS}]`)?.content ?? ''
  const value: unknown = written === '' ? undefined : JSON.parse(written)
  return hasBrand(value) ? value.brand : DEFAULT_BRAND
}

/** The operator's name and picture. */
export const brand = readBrand()
