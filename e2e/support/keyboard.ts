import { expect, type Locator, type Page } from '@playwright/test'

/** More than the number of controls on any page of the stories. */
const MAX_PRESSES = 60

/**
 * Presses Tab (or Shift+Tab) until the control has the focus. The focus must be visible on each control on the way, and
 * stay in an open dialog.
 */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(control).toBeVisible()
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    await page.keyboard.press(key)
    await expectVisibleFocus(page)
    if (await control.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${MAX_PRESSES} presses of ${key} do not reach ${control.toString()}`)
}

/** Reaches a control by Tab, and presses Enter on it. */
export async function enter(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(page, control, key)
  await page.keyboard.press('Enter')
}

/** Expects the focus on a control, where it can be seen, and a page that does not scroll sideways. */
export async function expectFocusOn(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeFocused()
  await expectVisibleFocus(page)
  expect(await page.evaluate(sidewaysOverflow), 'pixels of sideways scroll').toBe(0)
}

/** Expects the focus on a control that can be seen: not on the body, outside of the dialog, the viewport or below a bar. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  // A list may be loading, and a toast may still cover the control.
  await expect.poll(() => page.evaluate(findFocusProblem)).toBe('')
}

/** Expects links and buttons of the page to be 44 px high, with their hit areas. */
export async function expectTargetSizes(page: Page): Promise<void> {
  expect(await page.evaluate(findSmallTargets), 'targets below 44 px').toEqual([])
}

/** Runs in the page: returns the names of the targets that are too small. */
function findSmallTargets(): string[] {
  const height = (element: Element) => {
    const pseudo = getComputedStyle(element, '::after')
    const extra = pseudo.position === 'absolute' ? parseFloat(pseudo.top) + parseFloat(pseudo.bottom) : 0
    return element.getBoundingClientRect().height - (extra || 0)
  }
  // A row of the queue is one link, as large as its card.
  const isRow = (element: Element) => getComputedStyle(element, '::before').position === 'absolute'
  return [...document.querySelectorAll('main :is(a, button)')]
    .filter((element) => !isRow(element) && height(element) < 44)
    .map((element) => `${element.textContent} is ${height(element)} px high`)
}

const sidewaysOverflow = () => {
  const { scrollWidth, clientWidth } = document.scrollingElement ?? document.body
  return Math.max(0, scrollWidth - clientWidth)
}

/** Runs in the page: returns what is wrong with the focus, or ''. */
function findFocusProblem(): string {
  const focused = document.activeElement
  if (!focused || focused === document.body) return 'The focus is on the body.'
  const name = `${focused.tagName} "${(focused.getAttribute('aria-label') ?? focused.textContent).slice(0, 60)}"`
  const dialog = document.querySelector('[role=dialog], [role=alertdialog]')
  const isToast = focused.closest('[data-toaster]') !== null
  if (dialog && !dialog.contains(focused) && !isToast) return `The focus is behind the dialog: ${name}`

  const hasOutline = [null, '::before'].some((pseudo) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(focused, pseudo)
    return outlineStyle !== 'none' && outlineWidth !== '0px'
  })
  // Headings are focused by script for screen readers. Menus have a highlighted item.
  const isHeading = /^H\d$/.test(focused.tagName) && focused.getAttribute('tabindex') === '-1'
  const isInMenu = focused.matches('[role=menu], [data-highlighted]')
  if (!hasOutline && !isHeading && !isInMenu) return `The focus has no outline: ${name}`

  const box = focused.getClientRects()[0]
  if (!box || box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth)
    return `The focus is outside of the viewport: ${name}`
  // What is higher than the viewport has the focus on the part that shows.
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
  const covering = document.elementFromPoint((box.left + box.right) / 2, (top + bottom) / 2)
  const isShown = covering && (focused.contains(covering) || covering.contains(focused))
  return isShown ? '' : `The focus is covered by ${covering?.tagName} "${covering?.className}": ${name}`
}
