/** Delay between hover or focus and the tooltip. */
const OPEN_DELAY_MS = 700
/** Within this time after a tooltip closed, the next one opens without delay. */
const SKIP_DELAY_MS = 300
/** Minimum distance of the tooltip from the edges of the viewport. */
const EDGE_PX = 8

const CONTROL_SELECTOR = '[data-tooltip]'

/** Starts to show tooltips; returns the cleanup. */
export function listenForTooltips(): () => void {
  const tooltips = new Tooltips()
  const listening = new AbortController()
  const { signal } = listening
  const passive = { capture: true, passive: true, signal }
  addEventListener('pointermove', (event) => tooltips.onPointerMove(event), passive)
  addEventListener('pointerdown', () => tooltips.onPress(), passive)
  // Not captured: that would fire for every element that the pointer leaves.
  document.documentElement.addEventListener('pointerleave', () => tooltips.onPointerLeave(), { signal })
  addEventListener('focusin', ({ target }) => tooltips.onFocus(target), passive)
  addEventListener('focusout', () => tooltips.onBlur(), passive)
  addEventListener('scroll', ({ target }) => tooltips.onScroll(target), passive)
  // Before the page's own listeners, which close dialogs on Escape.
  addEventListener('keydown', (event) => tooltips.onKeyDown(event), { capture: true, signal })
  tooltips.onFocus(document.activeElement)
  return () => {
    tooltips.close()
    listening.abort()
  }
}

type Trigger = 'pointer' | 'focus'

/**
 * Shows one tooltip at a time, on hover and keyboard focus. It stays open while the pointer is on the control or on the
 * tooltip itself, or while the control has the focus; Escape and a press dismiss it (WCAG 1.4.13).
 */
class Tooltips {
  /** The control of the current or scheduled tooltip. */
  #control: HTMLElement | null = null
  #trigger: Trigger = 'pointer'
  #element: HTMLElement | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #closedAt = -Infinity
  /** A control that was pressed or whose tooltip was dismissed: no tooltip until the pointer has left it. */
  #dismissed: HTMLElement | null = null
  /** Tab, if it has focused a control while this code was loading. */
  #lastKey = isFocusedByKeyboard() ? 'Tab' : ''
  readonly #changes = new MutationObserver(() => this.#update())

  onPointerMove({ target, pointerType }: PointerEvent): void {
    if (pointerType === 'touch' || (target instanceof Node && this.#element?.contains(target))) return
    const control = controlOf(target)
    if (control !== this.#dismissed) this.#dismissed = null
    if (control === this.#control) return
    if (control && control !== this.#dismissed) this.#schedule(control, 'pointer')
    else if (this.#trigger === 'pointer') this.close()
  }

  onPointerLeave(): void {
    if (this.#trigger === 'pointer') this.close()
  }

  onPress(): void {
    this.#lastKey = ''
    this.#dismiss()
  }

  /** Ignores focus that is not moved by the keyboard, for example by opening a dialog. */
  onFocus(target: EventTarget | null): void {
    const control = controlOf(target)
    const isByKeyboard = /^(Tab|Arrow|Home$|End$)/.test(this.#lastKey)
    if (control && isByKeyboard && control !== this.#control) this.#schedule(control, 'focus')
  }

  onBlur(): void {
    if (this.#trigger === 'focus') this.close()
  }

  onScroll(scrolled: EventTarget | null): void {
    if (scrolled instanceof Node && scrolled.contains(this.#control)) this.close()
  }

  onKeyDown(event: KeyboardEvent): void {
    this.#lastKey = event.key
    if (event.key === 'Enter' || event.key === ' ') return this.#dismiss()
    if (event.key !== 'Escape' || !this.#element) return
    const isInDialog = this.#control?.closest('[role=dialog], [role=alertdialog]')
    this.#dismiss()
    // This Escape must not close the dialog as well.
    if (isInDialog) event.stopPropagation()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#changes.disconnect()
    if (this.#element) this.#closedAt = performance.now()
    this.#element?.remove()
    this.#element = null
    this.#control = null
  }

  #dismiss(): void {
    this.#dismissed = this.#control
    this.close()
  }

  #schedule(control: HTMLElement, trigger: Trigger): void {
    this.close()
    this.#control = control
    this.#trigger = trigger
    const skipsDelay = performance.now() - this.#closedAt < SKIP_DELAY_MS
    if (skipsDelay) this.#open(control)
    else this.#timer = setTimeout(() => this.#open(control), OPEN_DELAY_MS)
  }

  #open(control: HTMLElement): void {
    const text = control.dataset['tooltip'] ?? ''
    if (!control.isConnected || text === '' || visibleText(control).includes(text)) return this.close()
    this.#element = createTooltip()
    // All content must be inside a landmark, which the toaster is; and clicks in the toaster do not close dialogs.
    const container = document.querySelector('[data-toaster]') ?? document.body
    container.append(this.#element)
    this.#changes.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['data-tooltip'],
    })
    this.#update()
  }

  /** Called when the DOM changes: the control may have a new name, or be removed. */
  #update(): void {
    const text = this.#control?.dataset['tooltip']
    if (!this.#element || !this.#control?.isConnected || text === undefined) return this.close()
    const box = this.#element.firstElementChild
    if (box && box.textContent !== text) box.textContent = text
    position(this.#element, this.#control)
  }
}

function controlOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(CONTROL_SELECTOR) : null
}

/** A popover where supported: in the top layer it is above dialogs and a full-screen player. */
function createTooltip(): HTMLElement {
  const element = document.createElement('div')
  element.role = 'tooltip'
  element.className =
    'pointer-events-auto fixed inset-auto z-50 m-0 max-w-64 animate-appear overflow-visible border-0 bg-transparent px-0 py-1.5'
  element.popover = 'manual'
  const box = document.createElement('div')
  box.dir = 'auto'
  box.className =
    'rounded-control bg-thread-night px-2.5 py-1.5 text-meta text-on-night shadow-float [overflow-wrap:anywhere] forced-colors:border'
  element.append(box)
  return element
}

/** Positions it above the control, or below if there is no space. Its padding bridges the gap for the pointer. */
function position(element: HTMLElement, control: HTMLElement): void {
  if ('showPopover' in element && !element.matches(':popover-open')) element.showPopover()
  const anchor = control.getBoundingClientRect()
  const { width, height } = element.getBoundingClientRect()
  const centred = anchor.left + (anchor.width - width) / 2
  const left = Math.max(EDGE_PX, Math.min(centred, document.documentElement.clientWidth - width - EDGE_PX))
  const top = anchor.top >= height ? anchor.top - height : anchor.bottom
  // Physical properties, as the client rectangles are physical.
  element.style.left = `${left}px`
  element.style.top = `${top}px`
}

/** Returns the visible text of the control; text for screen readers is clipped to a pixel. */
function visibleText(control: HTMLElement): string {
  const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
  let visible = ''
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement
    const { width = 0, height = 0 } = parent?.getBoundingClientRect() ?? {}
    if (width > 1 && height > 1 && !parent?.closest('[aria-hidden=true]'))
      visible += texts.currentNode.textContent ?? ''
  }
  return visible
}

/** Whether a key has focused a control; it may be within the element that has the tooltip. */
function isFocusedByKeyboard(): boolean {
  const { activeElement } = document
  return controlOf(activeElement) !== null && activeElement?.matches(':focus-visible') === true
}
