import type { Page } from '@playwright/test'

/** A script, or the texts that it waits for, as it came over the network. */
export type Load = { name: string; bytes: number }

/** Newer than TypeScript's own description. */
type Timing = PerformanceResourceTiming & { contentEncoding?: string }

/**
 * Opens a page as somebody does who was never here, waits until it loads nothing more, and weighs the scripts and
 * texts that it has loaded by itself, compressed as they came.
 */
export async function weigh(page: Page, address: string): Promise<Load[]> {
  await page.goto(address, { waitUntil: 'networkidle' })
  const resources = await page.evaluate(() =>
    // Boundary: entries of this kind are of this class.
    (performance.getEntriesByType('resource') as Timing[]).map(
      ({ name, responseStatus, transferSize, encodedBodySize, contentEncoding }) => ({
        name: new URL(name).pathname,
        status: responseStatus,
        // Nothing is transferred for what was there already.
        bytes: transferSize > 0 ? encodedBodySize : 0,
        encoding: contentEncoding,
      }),
    ),
  )
  const code = resources.filter(({ name }) => /^\/assets\/.*\.(js|json)$/.test(name))
  const failed = code.find(({ status }) => status !== 200)
  if (failed || code.length === 0) throw new Error(`${address} did not load: ${failed?.name ?? 'no script'}`)
  // The smallest files come as they are; another one would be weighed wrong.
  const wrong = code.find(
    ({ bytes, encoding }) => bytes > 1024 && encoding !== undefined && encoding !== 'br',
  )
  if (wrong) throw new Error(`${wrong.name} came as ${wrong.encoding || 'it is'}, not as Brotli`)
  return code.map(({ name, bytes }) => ({ name, bytes }))
}

export function weightOf(loads: Load[]): number {
  return loads.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** What to say of loads that weigh more than `limit` bytes together; `null` when they do not. */
export function overweight(loads: Load[], limit: number): string | null {
  const bytes = weightOf(loads)
  if (bytes <= limit) return null
  const parts = loads.toSorted((a, b) => b.bytes - a.bytes).map((load) => `${kB(load.bytes)}  ${load.name}`)
  return [`${kB(bytes)} are more than ${kB(limit)}:`, ...parts].join('\n')
}

/** In kB of 1000 bytes. */
export function kB(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`.padStart(8)
}
