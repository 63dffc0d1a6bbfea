import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { inEachTheme } from './themes.ts'

const WIDTHS = [390, 1440]

/** Checks a page with axe, and photographs it where `PHOTOS` asks for it. */
export async function look(page: Page, name: string): Promise<void> {
  await axeCheck(page)
  await photograph(page, name)
}

/** Fails with the rule, the element and the reason of everything that axe finds on the page as it is shown. */
export async function axeCheck(page: Page): Promise<void> {
  // The modern mode opens a further page for each check. It is needed for frames of other sites only.
  expectNoViolations(await new AxeBuilder({ page }).setLegacyMode(true).analyze(), 'axe')
}

/** Checks the contrast of the page in the dark theme: the themes differ in their colours alone. */
export async function darkContrastCheck(page: Page): Promise<void> {
  await inEachTheme(page, async (theme) => {
    if (theme === 'light') return
    const axe = new AxeBuilder({ page }).setLegacyMode(true).withRules('color-contrast')
    expectNoViolations(await axe.analyze(), 'axe in the dark theme')
  })
}

function expectNoViolations({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>, where: string): void {
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
  )
  expect(found, where).toEqual([])
}

/**
 * With `PHOTOS=1`, writes the whole page at phone and desktop width in both themes to
 * `test-results/photos/NAME-WIDTH-THEME.png`. The pictures are for people: they assert nothing.
 */
export async function photograph(page: Page, name: string): Promise<void> {
  if (!process.env['PHOTOS']) return
  const before = page.viewportSize()
  await inEachTheme(page, async (theme) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width < 768 ? 844 : 900 })
      await page.evaluate(() => document.fonts.ready.then(() => null))
      await page.screenshot({
        path: `test-results/photos/${name}-${width}-${theme}.png`,
        fullPage: true,
        animations: 'disabled',
      })
    }
  })
  if (before) await page.setViewportSize(before)
}

/** With `PHOTOS=1`, writes what the window shows, as it is, to `test-results/photos/NAME.png`. */
export async function photographWindow(page: Page, name: string): Promise<void> {
  if (!process.env['PHOTOS']) return
  await page.screenshot({ path: `test-results/photos/${name}.png`, animations: 'disabled' })
}
