import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { ElementContext, RunOptions } from 'axe-core'
import { forEachTheme } from './themes.ts'

const WIDTHS = [390, 1440]

/** The minified script: the other one takes twice as long to send and to parse. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type AxeScope = {
  /** Checks the contrast in the dark theme, too: the themes differ only in their colours. */
  dark?: boolean
  /** Computes the contrast of the site's header and footer, too: they are the same on every page. */
  headerAndFooter?: boolean
}

const HEADER_AND_FOOTER = ['header:has(a[href="/"])', 'footer:has(a[href="/about"])']

/** Checks a page with axe, and photographs it with `PHOTOS=1`. */
export async function checkAndPhotograph(page: Page, name: string, scope: AxeScope = {}): Promise<void> {
  await axeCheck(page, scope)
  await photograph(page, name)
}

/** Fails with the rule, element and reason of each violation that axe finds on the page in its current state. */
export async function axeCheck(page: Page, scope: AxeScope = {}): Promise<void> {
  expect(await findViolations(page, scope), 'axe').toEqual([])
}

/**
 * Runs axe in the page. axe is injected once for each document and reports violations only: injecting it and describing
 * the elements that pass would take longer than the checks. Frames of other sites are not checked.
 */
async function findViolations(page: Page, scope: AxeScope): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const excluded = scope.headerAndFooter ? [] : HEADER_AND_FOOTER
  return page.evaluate(
    async ([withoutContrast, isDarkChecked]) => {
      const run = async (name: string, where: ElementContext, rules: RunOptions) => {
        // Half faded in, a text has less contrast.
        const running = document
          .getAnimations()
          .filter(
            ({ effect, playState }) =>
              playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
          )
        await Promise.allSettled(running.map(({ finished }) => finished))
        const options: RunOptions = { resultTypes: ['violations'], iframes: false, ...rules }
        const { violations } = await window.axe.run(where, options)
        return violations.flatMap(({ id, help, nodes }) =>
          nodes.map(
            ({ target, failureSummary }) =>
              `${name}${id} (${help}) at ${target.join(' ')}: ${failureSummary}`,
          ),
        )
      }
      // Computing the contrast takes longer than all other rules together.
      const contrast = (name: string) =>
        run(name, { exclude: withoutContrast }, { runOnly: ['color-contrast'] })
      const found = await run('', document, { rules: { 'color-contrast': { enabled: false } } })
      found.push(...(await contrast('')))
      if (!isDarkChecked) return found
      const { dataset } = document.documentElement
      const original = dataset['theme']
      dataset['theme'] = 'dark'
      found.push(...(await contrast('dark theme: ')))
      if (original === undefined) delete dataset['theme']
      else dataset['theme'] = original
      return found
    },
    [excluded, scope.dark] as const,
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
