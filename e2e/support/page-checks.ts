import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { forEachTheme } from './themes.ts'

const WIDTHS = [390, 1440]

/** Checks a page with axe, and photographs it with `PHOTOS=1`. */
export async function checkAndPhotograph(page: Page, name: string): Promise<void> {
  await axeCheck(page)
  await photograph(page, name)
}

/** Fails with the rule, element and reason of each violation that axe finds on the page in its current state. */
export async function axeCheck(page: Page): Promise<void> {
  expect(await findViolations(page), 'axe').toEqual([])
}

/** Checks the contrast of the page in the dark theme: the themes differ only in their colours. */
export async function darkContrastCheck(page: Page): Promise<void> {
  await forEachTheme(page, async (theme) => {
    if (theme === 'light') return
    expect(await findViolations(page, { runOnly: ['color-contrast'] }), 'axe in the dark theme').toEqual([])
  })
}

/**
 * Runs axe in the page. axe is injected once for each document and reports violations only: injecting it and describing
 * the elements that pass would take longer than the checks. Frames of other sites are not checked.
 */
async function findViolations(page: Page, options: RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async (runOptions) => {
      // Half faded in, a text has less contrast.
      const running = document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
        )
      await Promise.allSettled(running.map(({ finished }) => finished))
      const { violations } = await window.axe.run(document, runOptions)
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(
          ({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`,
        ),
      )
    },
    { ...options, resultTypes: ['violations' as const], iframes: false },
  )
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

/**
 * With `PHOTOS=1`, writes the whole page at phone and desktop width in both themes to
 * `test-results/photos/NAME-WIDTH-THEME.png`. Nothing is asserted on the screenshots.
 */
export async function photograph(page: Page, name: string): Promise<void> {
  if (!process.env['PHOTOS']) return
  const originalSize = page.viewportSize()
  await forEachTheme(page, async (theme) => {
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
  if (originalSize) await page.setViewportSize(originalSize)
}

/** With `PHOTOS=1`, writes the viewport in its current size and theme to `test-results/photos/NAME.png`. */
export async function photographWindow(page: Page, name: string): Promise<void> {
  if (!process.env['PHOTOS']) return
  await page.screenshot({ path: `test-results/photos/${name}.png`, animations: 'disabled' })
}
