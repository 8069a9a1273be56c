import { useEffect, useRef } from 'react'

const COVERED = '--connection-status'

/** The page knows how much of it is covered: nothing that has the focus hides there, and its end can be reached. */
export function useBottomInset<Covering extends HTMLElement>() {
  const covering = useRef<Covering>(null)
  useEffect(() => {
    const { current: element } = covering
    if (element === null) return
    const root = document.documentElement
    const observer = new ResizeObserver(() => root.style.setProperty(COVERED, `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      root.style.removeProperty(COVERED)
    }
  }, [])
  return covering
}
