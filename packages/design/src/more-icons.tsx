import { Fragment } from 'react'
import { icon } from './icon.tsx'

/** Drawings that the first page does not show: they come with the screens that do. */

export const ChevronIcon = icon('0 0 20 20', 2, <path d="m5 7.5 5 5 5-5" />)
export const EyeIcon = icon(
  '0 0 24 24',
  1.8,
  <path d="M2 12s3.6-6.5 10-6.500S22 12 22 12s-3.6 6.5-10 6.500S2 12 2 12zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6z" />,
)
export const EyeOffIcon = icon(
  '0 0 24 24',
  1.8,
  <path d="M4 4l16 16M9.9 5.700A9.8 9.8 0 0 1 12 5.500c6.4 0 10 6.5 10 6.500a17 17 0 0 1-3 3.700M6.3 7.400A17 17 0 0 0 2 12s3.6 6.5 10 6.500a9.5 9.5 0 0 0 4.3-1M10 10a3 3 0 0 0 4.1 4.2" />,
)
export const NewIcon = icon(
  '0 0 34 34',
  2,
  <Fragment>
    <circle cx="14" cy="11" r="6" />
    <path d="M3 29c0-6 5-10 11-10 2 0 3.9.4 5.5 1.200M26 20v10m-5-5h10" />
  </Fragment>,
)
export const KeyIcon = icon(
  '0 0 34 34',
  2,
  <Fragment>
    <circle cx="11" cy="20" r="7" />
    <path d="m16 15 12-12m-5 5 4 4m-8 0 3 3" />
  </Fragment>,
)
