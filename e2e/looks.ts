import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { inEachTheme } from './themes.ts'

const WIDTHS = [390, 1440]

/** Checks a page with axe and photographs it. */
export async function look(page: Page, name: string): Promise<void> {
  await axeCheck(page)
  await photograph(page, name)
}

/** Fails with the rule, the element and the reason of everything that axe finds on the page, in both themes. */
export async function axeCheck(page: Page): Promise<void> {
  await inEachTheme(page, async (theme) => {
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
    )
    expect(found, `axe in the ${theme} theme`).toEqual([])
  })
}

/** Writes the whole page at phone and desktop width in both themes to `test-results/photos/NAME-WIDTH-THEME.png`. */
export async function photograph(page: Page, name: string): Promise<void> {
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
