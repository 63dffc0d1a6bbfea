import type { BrowserContext, Page } from '@playwright/test'
import { axeCheck, createPost, createStream, expect, signUp, test } from './support/fixtures.ts'
import { navigateByKeyboard, pagesToVisit } from './support/page-addresses.ts'
import { openComposer } from './support/posting.ts'
import { signIn } from '../src/shared/accounts/auth.ts'
import { listCases } from '../src/shared/operations/moderation.ts'
import { createReport } from '../src/shared/operations/reports.ts'
import { ROLE_PAGES } from '../src/shared/role-pages.ts'
import { scaled } from '../scripts/test/machine-limits.ts'

/** The longest name or title that a form accepts, in the widest letter, and a word without a break opportunity. */
const LONGEST_NAME = 'W'.repeat(100)
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitän'
/** Widths of the window in px, and the size of text compared with the browser's default. */
const SIZES = [
  { width: 390, text: '200%' },
  ...[360, 768, 1280, 1536].map((width) => ({ width, text: '100%' })),
]
/** 1280 px with a zoom of 400 %, and twice the size of text on top: WCAG 1.4.10 and 1.4.4 together. */
const NARROW = [{ width: 320, text: '200%' }]
/** Least distance between the last button of a page and the footer, in px. */
const MIN_FOOTER_DISTANCE_PX = 32

test.setTimeout(scaled(600_000))

// In parts, which run in parallel.
const PARTS = 2
for (let part = 0; part < PARTS; part += 1) {
  test(`every page of members fits the viewport, passes axe, and focuses its heading (${part + 1} of ${PARTS})`, async ({
    page,
  }) => {
    const ids = await createWideContent(page)
    const addresses = [
      ...pagesToVisit(ids).flatMap(({ address, isForMembers }) => (isForMembers ? [address] : [])),
      '/profile?tab=about',
      `/search?q=${LONGEST_NAME.slice(0, 50)}`,
    ]
    await checkPages(
      page,
      addresses.filter((_address, index) => index % PARTS === part),
    )
    if (part > 0) return
    await page.goto('/')
    await openComposer(page)
    await checkEachSize(page, 'the composer')
  })
}

test('every page that differs for visitors fits the viewport, passes axe, and focuses its heading', async ({
  browser,
  page,
}) => {
  const { postId, userId } = await createWideContent(await browser.newContext())
  const ownPages = ['/', '/auth/login', '/auth/login?tab=create']
  await checkPages(page, [...ownPages, `/post/${postId}`, `/profile/${userId}`])
})

test('every page of admins fits the viewport, passes axe, and focuses its heading', async ({
  admin,
  page,
  browser,
}) => {
  const { userId, postId } = await createWideContent(await browser.newContext())
  await page.request.post(signIn.path, { data: { email: admin.email, password: admin.password } })
  const caseId = await reportPost(page, postId)
  const addresses = ROLE_PAGES.map(({ path }) => path.replace(':userId', userId).replace(':caseId', caseId))
  await checkPages(page, addresses, { first: '/admin', sizes: [...NARROW, ...SIZES] })
})

/** Reports a post; returns the id of its case. */
async function reportPost({ request }: Page, subjectId: string): Promise<string> {
  const words = 'W'.repeat(500)
  await request.post(createReport.path, { data: { subjectType: 'post', subjectId, reason: 'other', words } })
  const cases = listCases.response.parse(await (await request.get(listCases.path)).json())
  return cases.find((each) => each.subjectId === subjectId)?.id ?? ''
}

/** Signs a user with the longest names up, and creates a stream and a post. */
async function createWideContent(sender: Page | BrowserContext) {
  const { user } = await signUp(sender, { firstName: LONGEST_NAME, lastName: LONG_WORD })
  const stream = await createStream(sender, { title: LONGEST_NAME, description: 'W'.repeat(500) })
  const post = await createPost(sender, { content: `${'W'.repeat(500)}\n#${LONG_WORD} ${LONG_WORD}` })
  const message = { fullName: LONGEST_NAME, subject: LONG_WORD, message: LONG_WORD }
  await sender.request.post('/api/contact', { data: { ...message, email: `${'w'.repeat(60)}@example.org` } })
  return { userId: user.id, streamId: stream.id, postId: post.id }
}

/** Opens the pages in one document: loading it anew for each would take longer than the checks. */
async function checkPages(
  page: Page,
  addresses: string[],
  { first = '/about', sizes = SIZES } = {},
): Promise<void> {
  await page.goto(first)
  for (const [index, address] of addresses.entries())
    await test.step(address, async () => {
      const heading = page.getByRole('heading', { level: 1 })
      await navigateByKeyboard(page, address)
      await expect
        .soft(heading, `the ring around the heading of ${address}`)
        .toHaveCSS('outline-style', 'none')
      await expect(page.getByRole('main').getByText('Loading', { exact: true })).toHaveCount(0)
      await checkEachSize(page, address, sizes)
      await axeCheck(page, { dark: true, headerAndFooter: index === 0 })
      expect.soft(await iconsWithoutTooltip(page), `icons without a tooltip at ${address}`).toEqual([])
    })
}

async function checkEachSize(page: Page, name: string, sizes = SIZES): Promise<void> {
  for (const { width, text } of sizes) {
    await page.setViewportSize({ width, height: 800 })
    expect.soft(await layoutProblems(page, text), `${name} at ${width} px with text of ${text}`).toEqual([])
  }
  await page.evaluate(() => (document.documentElement.dir = 'ltr'))
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

/**
 * Sets the size of text, and returns for each direction of text with horizontal overflow its px and the elements that
 * overflow, and the buttons closer than the minimum to the footer: a thumb could hit a footer link instead.
 */
function layoutProblems(page: Page, textSize: string): Promise<string[]> {
  return page.evaluate(
    async ([size, distance]) => {
      const root = document.documentElement
      root.style.fontSize = size
      // A change of the direction lays the whole page out anew: the current one comes first.
      const overflow = (root.dir === 'rtl' ? ['rtl', 'ltr'] : ['ltr', 'rtl']).flatMap((dir) => {
        root.dir = dir
        const { scrollWidth, clientWidth } = root
        if (scrollWidth <= clientWidth) return []
        const wide = [...document.querySelectorAll('body *:not(svg, svg *)')].filter((element) => {
          const { left, right, width } = element.getBoundingClientRect()
          return width > 0 && (left < -1 || right > clientWidth + 1)
        })
        return [
          `${dir}: ${scrollWidth - clientWidth} px`,
          ...wide.map(({ tagName, className }) => `${tagName} ${String(className)}`),
        ]
      })
      // At the end of the page, sticky elements are at their final position.
      scrollTo({ top: root.scrollHeight, behavior: 'instant' })
      // Posts at the end are rendered in the next frame; until then their height is an estimate.
      for (let frame = 0; frame < 2; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      const footer = document.querySelector('footer')?.getBoundingClientRect().top ?? Infinity
      const isFixed = (element: Element | null): boolean =>
        element !== null && (getComputedStyle(element).position === 'fixed' || isFixed(element.parentElement))
      const tooClose = [...document.querySelectorAll('main button, main a')].filter((button) => {
        const { bottom, height } = button.getBoundingClientRect()
        if (height === 0 || bottom <= footer - distance) return false
        if (!button.checkVisibility({ contentVisibilityAuto: true })) return false
        // A link within clipped text is not visible.
        const isInText = button.closest('p, [dir=auto]') !== null
        return !isInText && !isFixed(button)
      })
      scrollTo({ top: 0, behavior: 'instant' })
      return [
        ...overflow,
        ...tooClose.map(({ textContent, ariaLabel }) => `near the footer: ${ariaLabel ?? textContent}`),
      ]
    },
    [textSize, MIN_FOOTER_DISTANCE_PX] as const,
  )
}
