import type { Page } from '@playwright/test'

const THEMES = ['light', 'dark'] as const

/**
 * Does something in each theme, and puts the page back as it was. The page is not
 * reloaded: what it shows (a dialog, a live stream) stays.
 */
export async function inEachTheme(page: Page, act: (theme: string) => Promise<void>): Promise<void> {
  const before = await page.evaluate(() => ({
    saved: localStorage.getItem('theme'),
    shown: document.documentElement.dataset['theme'] ?? null,
  }))
  for (const theme of THEMES) {
    await showTheme(page, theme, theme)
    await act(theme)
  }
  await showTheme(page, before.saved, before.shown)
}

/** Saves the choice and shows the theme at once, as the page's own script does when it loads. */
async function showTheme(page: Page, saved: string | null, shown: string | null): Promise<void> {
  await page.evaluate(
    (theme) => {
      if (theme.saved === null) localStorage.removeItem('theme')
      else localStorage.setItem('theme', theme.saved)
      if (theme.shown !== null) document.documentElement.dataset['theme'] = theme.shown
    },
    { saved, shown },
  )
}
