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
import { pagesToVisit } from './support/page-addresses.ts'
import { openComposer } from './support/posting.ts'

/** The longest name or title that a form accepts, in the widest letter, and a word without a break opportunity. */
const LONGEST_NAME = 'W'.repeat(100)
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitän'
const WIDTHS = [360, 768, 1280, 1536]
/** Least distance between the last button of a page and the footer, in px. */
const MIN_FOOTER_DISTANCE_PX = 32

// Each part visits a quarter of all pages.
test.setTimeout(600_000)

// In parts, which run in parallel.
const PARTS = 4
for (let part = 0; part < PARTS; part += 1) {
  test(`every page fits the viewport, passes axe, and focuses its heading (${part + 1} of ${PARTS})`, async ({
    browser,
    page,
  }) => {
    const memberPage = await (await browser.newContext()).newPage()
    const visits = allVisits(await createWideContent(memberPage))
    for (const { address, isForMembers } of visits.filter((_visit, index) => index % PARTS === part))
      await checkPage(isForMembers ? memberPage : page, address)
  })
}

/** Every page once, and those that differ between signed-in and signed-out users for both. */
function allVisits(ids: Awaited<ReturnType<typeof createWideContent>>) {
  const asMember = ['/profile?tab=about', `/search?q=${LONGEST_NAME.slice(0, 50)}`, '/nowhere']
  const asVisitor = ['/', '/auth/login?tab=create', `/post/${ids.postId}`, `/profile/${ids.userId}`]
  return [
    ...pagesToVisit(ids),
    ...asMember.map((address) => ({ address, isForMembers: true })),
    ...asVisitor.map((address) => ({ address, isForMembers: false })),
  ]
}

test('the composer fits the viewport', async ({ page }) => {
  await createWideContent(page)
  await page.goto('/')
  await openComposer(page)
  await expectToFit(page, 'the composer')
})

/** Signs a user with the longest names up, and creates a stream and a post. */
async function createWideContent(page: Page) {
  const { user } = await signUp(page, { firstName: LONGEST_NAME, lastName: LONG_WORD })
  const stream = await createStream(page, { title: LONGEST_NAME, description: 'W'.repeat(500) })
  const post = await createPost(page, { content: `${'W'.repeat(500)}\n#${LONG_WORD} ${LONG_WORD}` })
  return { userId: user.id, streamId: stream.id, postId: post.id }
}

async function checkPage(page: Page, address: string): Promise<void> {
  await page.goto(address)
  const heading = page.getByRole('heading', { level: 1 })
  await heading.waitFor()
  await test.step(address, async () => {
    await expectToFit(page, address)
    await axeCheck(page)
    await darkContrastCheck(page)
    expect.soft(await iconsWithoutTooltip(page), `icons without a tooltip at ${address}`).toEqual([])
    await leaveAndGoBack(page)
    await expect.soft(heading, `the heading of ${address}`).toBeFocused()
    await expect.soft(heading, `the ring around the heading of ${address}`).toHaveCSS('outline-style', 'none')
  })
}

async function expectToFit(page: Page, label: string): Promise<void> {
  await expectToFitLargeText(page, label)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    for (const dir of ['rtl', 'ltr']) {
      await page.evaluate((direction) => void (document.documentElement.dir = direction), dir)
      expect.soft(await overflowingElements(page), `${label} at ${width} px, ${dir}`).toEqual([])
    }
    expect.soft(await buttonsNearFooter(page), `${label} at ${width} px, above the footer`).toEqual([])
  }
}

/** At the width of a phone, with a root font size of 200 %. */
async function expectToFitLargeText(page: Page, label: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  expect.soft(await overflowingElements(page), `${label} with text of twice the size`).toEqual([])
  await page.evaluate(() => void (document.documentElement.style.fontSize = ''))
}

/** Follows a link in the footer, and goes back in the browser's history. */
async function leaveAndGoBack(page: Page): Promise<void> {
  const { pathname } = new URL(page.url())
  const otherPage = pathname === '/contact' ? 'About' : 'Contact'
  // By keyboard, so that the browser shows focus rings.
  await page.getByRole('contentinfo').getByRole('link', { name: otherPage }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/${otherPage.toLowerCase()}$`))
  await page.goBack()
}

/** Returns the markup of controls that have neither visible text nor a tooltip. */
function iconsWithoutTooltip(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isShown = ({ width, height }: DOMRect) => width > 1 && height > 1
    const showsText = (control: Element) => {
      const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const { parentElement, textContent } = texts.currentNode
        const isVisible = parentElement && !parentElement.closest('[aria-hidden=true]')
        if (textContent?.trim() && isVisible && isShown(parentElement.getBoundingClientRect())) return true
      }
      return false
    }
    // Alternative text names an image.
    const media = 'img[alt]:not([alt=""]), video'
    return (
      [...document.querySelectorAll('button, a[href], summary, [role=button], label:has(input[type=radio])')]
        .filter(
          (control) => isShown(control.getBoundingClientRect()) && !control.closest('[aria-hidden=true]'),
        )
        .filter((control) => !control.closest('[data-tooltip]') && !control.querySelector(media))
        .filter((control) => !showsText(control))
        // A switch has a visible label.
        .filter((control) => !(control instanceof HTMLButtonElement && control.labels.length > 0))
        .map((control) => control.outerHTML.slice(0, 200))
    )
  })
}

/** Returns the names of buttons closer than the minimum to the footer: a thumb could hit a footer link instead. */
function buttonsNearFooter(page: Page): Promise<string[]> {
  return page.evaluate((distance) => {
    const { scrollingElement } = document
    // At the end of the page, sticky elements are at their final position.
    scrollTo({ top: scrollingElement?.scrollHeight ?? 0, behavior: 'instant' })
    const footer = document.querySelector('footer')?.getBoundingClientRect().top ?? Infinity
    const isFixed = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).position === 'fixed' || isFixed(element.parentElement))
    const tooClose = [...document.querySelectorAll('main button, main a')].filter((button) => {
      const { bottom, height } = button.getBoundingClientRect()
      // A link within clipped text is not visible.
      const isInText = button.closest('p, [dir=auto]') !== null
      return !isInText && !isFixed(button) && height > 0 && bottom > footer - distance
    })
    scrollTo({ top: 0, behavior: 'instant' })
    return tooClose.map(({ textContent, ariaLabel }) => ariaLabel ?? textContent ?? '')
  }, MIN_FOOTER_DISTANCE_PX)
}

/** Returns the horizontal overflow in px and the overflowing elements; an empty list when the page fits. */
function overflowingElements(page: Page): Promise<string[]> {
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
