import { createElement, type ReactElement, type ReactNode, useEffect } from 'react'
import { defineAvouchButton } from './button.ts'

const NAME = 'avouch-button'

export type AvouchButtonProps = {
  /** Your own words; by default the button has its text in English or German. */
  children?: ReactNode
}

/** The button, inside of a form that posts to your own server. It submits also before the script has arrived. */
export function AvouchButton({ children }: AvouchButtonProps): ReactElement {
  useEffect(() => defineAvouchButton(NAME), [])
  return createElement(NAME, null, createElement('button', { type: 'submit' }, children))
}
