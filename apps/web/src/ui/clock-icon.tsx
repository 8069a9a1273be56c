import { Fragment } from 'react'
import { icon } from '@avouch/design/icon'

export const ClockIcon = icon(
  '0 0 34 34',
  2,
  <Fragment>
    <circle cx="17" cy="17" r="13" />
    <path d="M17 9.500V17l5 3.5" />
  </Fragment>,
)
