import type { Page } from '@playwright/test'
import {
  axeCheck,
  createPost,
  createStream,
  darkContrastCheck,
  expect,
  signUp,
  test,
} from './support/fixtures.ts'
import { everyPage } from './support/page-addresses.ts'
import { openComposer } from './support/posting.ts'

/** What a page shows at most: names and titles as wide as a form takes them, and a word that cannot be broken. */
const WIDEST = 'W'.repeat(100)
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitän'
const WIDTHS = [360, 768, 1280, 1536]
/** Between the last button of a page and its footer, in px. */
const FOOTER_DISTANCE = 32

// As long as there are pages.
test.setTimeout(600_000)

// In parts, which run beside each other.
const PARTS = 4
for (let part = 0; part < PARTS; part += 1) {
  test(`every page fits its window, reads well to axe, and gives the focus to its heading (${part + 1} of ${PARTS})`, async ({
    browser,
    page,
  }) => {
    const own = await (await browser.newContext()).newPage()
    const visits = everyVisit(await makeWide(own))
    for (const { address, isForMembers } of visits.filter((_visit, index) => index % PARTS === part))
      await expectSound(isForMembers ? own : page, address)
  })
}

/** Each page as its readers open it, and those that look different for members or visitors a second time. */
function everyVisit(ids: Awaited<ReturnType<typeof makeWide>>) {
  const asMember = ['/profile?tab=about', `/search?q=${WIDEST.slice(0, 50)}`, '/nowhere']
  const asVisitor = ['/', '/auth/login?tab=create', `/post/${ids.postId}`, `/profile/${ids.userId}`]
  return [
    ...everyPage(ids),
    ...asMember.map((address) => ({ address, isForMembers: true })),
    ...asVisitor.map((address) => ({ address, isForMembers: false })),
  ]
}

test('the composer fits its window', async ({ page }) => {
  await makeWide(page)
  await page.goto('/')
  await openComposer(page)
  await expectToFit(page, 'the composer')
})

/** A member with the longest names, with a stream and a post. */
async function makeWide(page: Page) {
  const { user } = await signUp(page, { firstName: WIDEST, lastName: LONG_WORD })
  const stream = await createStream(page, { title: WIDEST, description: 'W'.repeat(500) })
  const post = await createPost(page, { content: `${'W'.repeat(500)}\n#${LONG_WORD} ${LONG_WORD}` })
  return { userId: user.id, streamId: stream.id, postId: post.id }
}

async function expectSound(page: Page, address: string): Promise<void> {
  await page.goto(address)
  const heading = page.getByRole('heading', { level: 1 })
  await heading.waitFor()
  await test.step(address, async () => {
    await expectToFit(page, address)
    await axeCheck(page)
    await darkContrastCheck(page)
    expect.soft(await namelessIcons(page), `icons without a tooltip at ${address}`).toEqual([])
    await leaveAndComeBack(page)
    await expect.soft(heading, `the heading of ${address}`).toBeFocused()
    await expect.soft(heading, `the ring around the heading of ${address}`).toHaveCSS('outline-style', 'none')
  })
}

async function expectToFit(page: Page, what: string): Promise<void> {
  await expectToFitLargeText(page, what)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    for (const dir of ['rtl', 'ltr']) {
      await page.evaluate((direction) => void (document.documentElement.dir = direction), dir)
      expect.soft(await stickingOut(page), `${what} at ${width} px, ${dir}`).toEqual([])
    }
    expect.soft(await nearFooter(page), `${what} at ${width} px, above the footer`).toEqual([])
  }
}

/** On a phone of somebody who reads at twice the size. */
async function expectToFitLargeText(page: Page, what: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  expect.soft(await stickingOut(page), `${what} with text of twice the size`).toEqual([])
  await page.evaluate(() => void (document.documentElement.style.fontSize = ''))
}

/** By a link of the page, and the browser's own button. */
async function leaveAndComeBack(page: Page): Promise<void> {
  const { pathname } = new URL(page.url())
  const elsewhere = pathname === '/contact' ? 'About' : 'Contact'
  // By keyboard, after which a browser draws a ring around what a page focuses.
  await page.getByRole('contentinfo').getByRole('link', { name: elsewhere }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/${elsewhere.toLowerCase()}$`))
  await page.goBack()
}

/** Controls that show no text and name no tooltip, by their markup. */
function namelessIcons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isShown = ({ width, height }: DOMRect) => width > 1 && height > 1
    const showsText = (control: Element) => {
      const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const { parentElement, textContent } = texts.currentNode
        const isForEyes = parentElement && !parentElement.closest('[aria-hidden=true]')
        if (textContent?.trim() && isForEyes && isShown(parentElement.getBoundingClientRect())) return true
      }
      return false
    }
    // A picture that says what it is names itself.
    const picture = 'img[alt]:not([alt=""]), video'
    return (
      [...document.querySelectorAll('button, a[href], summary, [role=button], label:has(input[type=radio])')]
        .filter(
          (control) => isShown(control.getBoundingClientRect()) && !control.closest('[aria-hidden=true]'),
        )
        .filter((control) => !control.closest('[data-tooltip]') && !control.querySelector(picture))
        .filter((control) => !showsText(control))
        // A switch has its label beside it.
        .filter((control) => !(control instanceof HTMLButtonElement && control.labels.length > 0))
        .map((control) => control.outerHTML.slice(0, 200))
    )
  })
}

/** The buttons of a page that nearly touch its footer, by their text: a thumb would press what stands below. */
function nearFooter(page: Page): Promise<string[]> {
  return page.evaluate((distance) => {
    const { scrollingElement } = document
    // What sticks to the window's foot comes to rest here.
    scrollTo({ top: scrollingElement?.scrollHeight ?? 0, behavior: 'instant' })
    const footer = document.querySelector('footer')?.getBoundingClientRect().top ?? Infinity
    const isFixed = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).position === 'fixed' || isFixed(element.parentElement))
    const near = [...document.querySelectorAll('main button, main a')].filter((button) => {
      const { bottom, height } = button.getBoundingClientRect()
      // A link in a text that is cut is not seen.
      const isInText = button.closest('p, [dir=auto]') !== null
      return !isInText && !isFixed(button) && height > 0 && bottom > footer - distance
    })
    scrollTo({ top: 0, behavior: 'instant' })
    return near.map(({ textContent, ariaLabel }) => ariaLabel ?? textContent ?? '')
  }, FOOTER_DISTANCE)
}

/** Nothing on a page that fits; else what reaches beyond its window, by its classes. */
function stickingOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *:not(svg, svg *)')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (left < -1 || right > clientWidth + 1)
    })
    return [
      `${scrollWidth - clientWidth} px`,
      ...wide.map(({ tagName, className }) => `${tagName} ${String(className)}`),
    ]
  })
}
