/**
 * JSX of React with types of our own: an element has either one text as its child, or elements.
 *
 * A browser that translates a page replaces each text node by elements, and React keeps the node that has gone. A text that is
 * alone in its element is set with that element, so it follows. A text with siblings is a separate node, before which
 * React inserts, which it removes and writes to: the screen fails, or keeps its old words.
 */
import type { Component, JSX as ReactJSX, ReactElement, ReactNode, ReactPortal } from 'react'

export { Fragment, jsx, jsxs } from 'react/jsx-runtime'

/** Children that may have siblings. */
export type Elements = ReactElement | ReactPortal | boolean | null | undefined | readonly Elements[]

/** Children of an element. */
export type Content = string | number | Elements

/** A component: it renders no text without an element. */
export type View<Props = object> = (props: Props) => Elements

/** Components of libraries put any node among others. */
type NoText<Props> = Props extends { children?: infer Children }
  ? ReactNode extends Children
    ? { children?: Elements }
    : unknown
  : unknown

export namespace JSX {
  export type Element = ReactJSX.Element
  export type ElementType =
    | keyof ReactJSX.IntrinsicElements
    | View<never>
    | { (props: never): ReactNode; readonly $$typeof: symbol }
    | (new (
        props: never,
      ) => Component)
  export type ElementClass = ReactJSX.ElementClass
  export type ElementAttributesProperty = ReactJSX.ElementAttributesProperty
  export type ElementChildrenAttribute = ReactJSX.ElementChildrenAttribute
  export type LibraryManagedAttributes<C, Props> = ReactJSX.LibraryManagedAttributes<C, Props> & NoText<Props>
  export type IntrinsicAttributes = ReactJSX.IntrinsicAttributes
  export type IntrinsicClassAttributes<T> = ReactJSX.IntrinsicClassAttributes<T>
  export type IntrinsicElements = {
    [Tag in keyof ReactJSX.IntrinsicElements]: Omit<ReactJSX.IntrinsicElements[Tag], 'children'> & {
      children?: Content
    }
  }
}
