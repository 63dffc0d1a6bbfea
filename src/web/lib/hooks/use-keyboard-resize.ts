import { useEffect } from 'react'

/**
 * While `isActive`, a phone's keyboard makes the page smaller instead of covering its lower part or pushing its upper part out
 * of view. Browsers that do not know `interactive-widget` (Safari) report the keyboard by the visual viewport: its height is in
 * `--keyboard`, which the page subtracts from its own.
 */
export function useKeyboardResize(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    const meta = document.querySelector<HTMLMetaElement>('meta[name=viewport]')
    const before = meta?.content
    if (meta) meta.content += ', interactive-widget=resizes-content'
    const stopMeasuring = measureKeyboard()
    return () => {
      stopMeasuring()
      if (meta && before !== undefined) meta.content = before
    }
  }, [isActive])
}

/** Less is a browser's toolbar. */
const MIN_KEYBOARD_PX = 120

function measureKeyboard(): () => void {
  const viewport = window.visualViewport
  if (!viewport) return () => {}
  const { style } = document.documentElement
  const measure = () => {
    // Zooming makes the visual viewport smaller, too.
    const covered = viewport.scale > 1.01 ? 0 : innerHeight - viewport.height
    if (covered < MIN_KEYBOARD_PX) return void style.removeProperty('--keyboard')
    style.setProperty('--keyboard', `${Math.round(covered)}px`)
    // Safari has moved the page up to show the field, which the smaller page shows by itself.
    scrollTo({ top: 0 })
  }
  viewport.addEventListener('resize', measure)
  return () => {
    viewport.removeEventListener('resize', measure)
    style.removeProperty('--keyboard')
  }
}
