import { type RefObject, useEffect, useState } from 'react'

/** Whether the keyboard is used within the parent of an element: the focus came there, and no pointer since. */
export function useKeyboardInside(child: RefObject<Element | null>, isActive: boolean): boolean {
  const [isInside, setIsInside] = useState(false)
  useEffect(() => {
    const parent = child.current?.parentElement
    if (!isActive || !parent) return
    const controller = new AbortController()
    const options = { signal: controller.signal, passive: true }
    const onFocusIn = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(':focus-visible')) setIsInside(true)
    }
    const onPointer = () => setIsInside(false)
    parent.addEventListener('focusin', onFocusIn, options)
    for (const type of ['pointerdown', 'wheel', 'touchmove'])
      document.addEventListener(type, onPointer, options)
    return () => controller.abort()
  }, [child, isActive])
  return isInside
}
