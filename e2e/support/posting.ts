import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'

/** The post on the page that contains this text. */
export function postCard(page: Page, content: string): Locator {
  return page.getByRole('article').filter({ hasText: content })
}

/** Draws coloured strips: a real PNG, different for each size. */
export function makePng(width: number, height: number): Promise<Buffer> {
  const strips = Array.from({ length: 8 }, (_, index) => {
    const [x, stripWidth] = [(index * width) / 8, width / 8 - 4]
    const colour = ['#23315f', '#8b1f36', '#e0a12f', '#1f6a5c'][index % 4]
    return `<rect x="${x}" y="${(index % 3) * 30}" width="${stripWidth}" height="${height}" fill="${colour}"/>`
  })
  const quilt = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#d7c6a6"/>${strips.join('')}</svg>`
  return sharp(Buffer.from(quilt)).png().toBuffer()
}

/** Opens the post composer on the home page. */
export async function openComposer(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Share Your Story' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Your Story' })
  await expect(dialog).toBeVisible()
  return dialog
}
