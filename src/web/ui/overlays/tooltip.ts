/**
 * Enables tooltips of icon-only controls, whose text is in `data-tooltip` (`IconButton` sets it). The code that shows
 * them is loaded when a mouse or the Tab key is first used; touch screens never need it.
 */
export function loadTooltipsOnUse(): void {
  const load = async (event: Event) => {
    if (!isUse(event)) return
    stop()
    try {
      const { listenForTooltips } = await import('./tooltip-layer.ts')
      listenForTooltips()
    } catch {
      // Offline, or replaced by a newer build: the next use retries.
      listen()
    }
  }
  const onEvent = (event: Event) => void load(event)
  const listen = () => EVENTS.forEach((type) => addEventListener(type, onEvent, { passive: true }))
  const stop = () => EVENTS.forEach((type) => removeEventListener(type, onEvent))
  listen()
}

const EVENTS = ['pointermove', 'keydown'] as const

function isUse(event: Event): boolean {
  if (event instanceof KeyboardEvent) return event.key === 'Tab'
  if (!(event instanceof PointerEvent) || event.pointerType === 'touch') return false
  // A page that is laid out below a resting mouse gets an event without a movement.
  return event.movementX !== 0 || event.movementY !== 0
}
