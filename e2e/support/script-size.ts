import { type Locator, type Page, expect } from '@playwright/test'

/** A script or message catalogue that was loaded; `bytes` is its compressed size. */
export type LoadedFile = { name: string; bytes: number }

/** `contentEncoding` is missing in TypeScript's DOM types. */
type Timing = PerformanceResourceTiming & { contentEncoding?: string }

/**
 * Opens a page, waits for what it shows last, and returns the scripts and message catalogues that were loaded, with
 * their compressed sizes. Throws when one failed to load or was not compressed with Brotli.
 */
export async function loadAndMeasure(page: Page, url: string, last: Locator[]): Promise<LoadedFile[]> {
  await page.goto(url)
  // On a busy machine the network is idle for a while before the scripts of the page are requested.
  for (const locator of last) await expect(locator).toBeVisible()
  await page.waitForLoadState('networkidle')
  const scripts = await loadedScripts(page)
  if (scripts.length === 0) throw new Error(`${url} loaded no script`)
  return scripts
}

async function loadedScripts(page: Page): Promise<LoadedFile[]> {
  const resources = await page.evaluate(() =>
    // Boundary: entries of this kind are of this class.
    (performance.getEntriesByType('resource') as Timing[]).map(
      ({ name, responseStatus, transferSize, encodedBodySize, contentEncoding }) => ({
        name: new URL(name).pathname,
        status: responseStatus,
        // The transfer size of a cached resource is 0.
        bytes: transferSize > 0 ? encodedBodySize : 0,
        encoding: contentEncoding,
      }),
    ),
  )
  const scripts = resources.filter(({ name }) => /^\/assets\/.*\.(js|json)$/.test(name))
  const failed = scripts.find(({ status }) => status !== 200)
  if (failed) throw new Error(`${page.url()} did not load: ${failed.name}`)
  // Files below 1 kB are served uncompressed; a larger one would give a wrong size.
  const uncompressed = scripts.find(
    ({ bytes, encoding }) => bytes > 1024 && encoding !== undefined && encoding !== 'br',
  )
  if (uncompressed)
    throw new Error(`${uncompressed.name} came as ${uncompressed.encoding || 'uncompressed'}, not as Brotli`)
  return scripts.map(({ name, bytes }) => ({ name, bytes }))
}

export function totalBytes(files: LoadedFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Returns a message that lists the files when their total exceeds `limit` bytes, else `null`. */
export function describeExcess(files: LoadedFile[], limit: number): string | null {
  const bytes = totalBytes(files)
  if (bytes <= limit) return null
  const parts = files
    .toSorted((a, b) => b.bytes - a.bytes)
    .map((file) => `${formatKilobytes(file.bytes)}  ${file.name}`)
  return [`${formatKilobytes(bytes)} exceed ${formatKilobytes(limit)}:`, ...parts].join('\n')
}

/** Formats bytes in kB of 1000 bytes. */
export function formatKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`.padStart(8)
}
