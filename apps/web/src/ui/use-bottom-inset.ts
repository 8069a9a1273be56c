import { useEffect, useRef } from 'react'

/** What may lie above the lower edge of the page; the style adds them up. */
type Cover = '--question' | '--connection-status'

/** The page knows how much of it is covered: nothing that has the focus hides there, and its end can be reached. */
export function useBottomInset<Covering extends HTMLElement>(cover: Cover) {
  const covering = useRef<Covering>(null)
  useEffect(() => {
    const { current: element } = covering
    if (element === null) return
    const root = document.documentElement
    const observer = new ResizeObserver(() => root.style.setProperty(cover, `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      root.style.removeProperty(cover)
    }
  }, [cover])
  return covering
}
