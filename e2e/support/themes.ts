import type { Page } from '@playwright/test'

const THEMES = ['light', 'dark'] as const

/**
 * Runs `act` in each theme, and restores the theme afterwards. The page is not reloaded, so its state (a dialog, a live
 * stream) stays.
 */
export async function forEachTheme(page: Page, act: (theme: string) => Promise<void>): Promise<void> {
  const original = await page.evaluate(() => ({
    saved: localStorage.getItem('theme'),
    shown: document.documentElement.dataset['theme'] ?? null,
  }))
  for (const theme of THEMES) {
    await applyTheme(page, theme, theme)
    await act(theme)
  }
  await applyTheme(page, original.saved, original.shown)
}

/** Stores the theme and applies it at once, like the inline script of the page on load. */
async function applyTheme(page: Page, saved: string | null, shown: string | null): Promise<void> {
  await page.evaluate(
    (theme) => {
      if (theme.saved === null) localStorage.removeItem('theme')
      else localStorage.setItem('theme', theme.saved)
      if (theme.shown !== null) document.documentElement.dataset['theme'] = theme.shown
    },
    { saved, shown },
  )
}
