/** From hover or focus to the tooltip. */
const OPEN_DELAY_MS = 700
/** After one tooltip closed, the next one opens at once for so long. */
const SKIP_DELAY_MS = 300
/** Distance of the tooltip from the edges of the window. */
const EDGE_PX = 8

const CONTROL = '[data-tooltip]'

/** Starts to show tooltips; returns how to stop. */
export function listenForTooltips(): () => void {
  const tooltips = new Tooltips()
  const listening = new AbortController()
  const { signal } = listening
  const passive = { capture: true, passive: true, signal }
  addEventListener('pointermove', (event) => tooltips.onPointerMove(event), passive)
  addEventListener('pointerdown', () => tooltips.onPress(), passive)
  // Not captured: that would hear of every element that the pointer leaves.
  document.documentElement.addEventListener('pointerleave', () => tooltips.onPointerGone(), { signal })
  addEventListener('focusin', ({ target }) => tooltips.onFocus(target), passive)
  addEventListener('focusout', () => tooltips.onBlur(), passive)
  addEventListener('scroll', ({ target }) => tooltips.onScroll(target), passive)
  // Before the page's own listeners, which close dialogs on Escape.
  addEventListener('keydown', (event) => tooltips.onKeyDown(event), { capture: true, signal })
  // The control that the Tab key reached while this code was on its way.
  tooltips.onFocus(document.activeElement)
  return () => {
    tooltips.close()
    listening.abort()
  }
}

type Cause = 'pointer' | 'focus'

/**
 * One tooltip at a time, on hover and keyboard focus. It stays while the pointer is on the control or on the tooltip
 * itself, or while the control has the focus; Escape and a press dismiss it (WCAG 1.4.13).
 */
class Tooltips {
  /** Of the tooltip that is shown or about to be. */
  #control: HTMLElement | null = null
  #cause: Cause = 'pointer'
  #element: HTMLElement | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #closedAt = -Infinity
  /** Gets no tooltip until the pointer has left it: it was pressed, or its tooltip was dismissed. */
  #dismissed: HTMLElement | null = null
  #lastKey = 'Tab'
  readonly #changes = new MutationObserver(() => this.#update())

  onPointerMove({ target, pointerType }: PointerEvent): void {
    if (pointerType === 'touch' || (target instanceof Node && this.#element?.contains(target))) return
    const control = controlOf(target)
    if (control !== this.#dismissed) this.#dismissed = null
    if (control === this.#control) return
    if (control && control !== this.#dismissed) this.#request(control, 'pointer')
    else if (this.#cause === 'pointer') this.close()
  }

  onPointerGone(): void {
    if (this.#cause === 'pointer') this.close()
  }

  onPress(): void {
    this.#lastKey = ''
    this.#dismiss()
  }

  /** Focus that the page itself moves, into a dialog for example, shows nothing. */
  onFocus(target: EventTarget | null): void {
    const control = controlOf(target)
    const isByKeyboard = /^(Tab|Arrow|Home$|End$)/.test(this.#lastKey)
    if (control && isByKeyboard && control !== this.#control) this.#request(control, 'focus')
  }

  onBlur(): void {
    if (this.#cause === 'focus') this.close()
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
    // The next Escape is the dialog's.
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

  #request(control: HTMLElement, cause: Cause): void {
    this.close()
    this.#control = control
    this.#cause = cause
    const isSoonAfter = performance.now() - this.#closedAt < SKIP_DELAY_MS
    if (isSoonAfter) this.#open(control)
    else this.#timer = setTimeout(() => this.#open(control), OPEN_DELAY_MS)
  }

  #open(control: HTMLElement): void {
    const text = control.dataset['tooltip'] ?? ''
    if (!control.isConnected || text === '' || shownText(control).includes(text)) return this.close()
    this.#element = tooltipElement()
    // Within a landmark, as all content of a page; clicks there are no clicks outside of a dialog.
    const home = document.querySelector('[data-toaster]') ?? document.body
    home.append(this.#element)
    this.#changes.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['data-tooltip'],
    })
    this.#update()
  }

  /** The control may change its name or go while its tooltip is shown. */
  #update(): void {
    const text = this.#control?.dataset['tooltip']
    if (!this.#element || !this.#control?.isConnected || text === undefined) return this.close()
    const box = this.#element.firstElementChild
    if (box && box.textContent !== text) box.textContent = text
    position(this.#element, this.#control)
  }
}

function controlOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(CONTROL) : null
}

/** In the top layer where there is one, so that it shows above dialogs and a full-screen player. */
function tooltipElement(): HTMLElement {
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

/** Above the control, or below where there is no room. The element's padding bridges the gap for the pointer. */
function position(element: HTMLElement, control: HTMLElement): void {
  if ('showPopover' in element && !element.matches(':popover-open')) element.showPopover()
  const anchor = control.getBoundingClientRect()
  const { width, height } = element.getBoundingClientRect()
  const centred = anchor.left + (anchor.width - width) / 2
  const left = Math.max(EDGE_PX, Math.min(centred, document.documentElement.clientWidth - width - EDGE_PX))
  const top = anchor.top >= height ? anchor.top - height : anchor.bottom
  // Physical, as the rectangles are.
  element.style.left = `${left}px`
  element.style.top = `${top}px`
}

/** The text that can be seen on the control: names for screen readers are clipped to a pixel. */
function shownText(control: HTMLElement): string {
  const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
  let shown = ''
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement
    const { width = 0, height = 0 } = parent?.getBoundingClientRect() ?? {}
    if (width > 1 && height > 1 && !parent?.closest('[aria-hidden=true]'))
      shown += texts.currentNode.textContent ?? ''
  }
  return shown
}
