import { Fragment } from 'react'
import { brand } from '#settings/brand.ts'
import { Mark } from '@avouch/design/icons'

/** The operator's picture, or our mark; the name beside it, where the picture does not say it. */
export function Logo() {
  const { logo, name } = brand
  if (logo === null)
    return (
      <Fragment>
        <Mark />
        <span translate="no">{name}</span>
      </Fragment>
    )
  const { src, darkSrc, width, height, showsName } = logo
  return (
    <Fragment>
      <picture className="flex-none">
        {darkSrc === null ? null : <source srcSet={darkSrc} media="(prefers-color-scheme: dark)" />}
        <img
          src={src}
          width={width}
          height={height}
          alt=""
          className="h-[30px] w-auto max-w-[min(14rem,45vw)] object-contain object-left"
        />
      </picture>
      {showsName ? null : <span translate="no">{name}</span>}
    </Fragment>
  )
}
