import sharp from 'sharp'
import * as z from 'zod/mini'
import { createStream as createStreamWith, signUp } from '../../src/server/testing/user-actions.ts'
import { createStream, expect, test as base } from '../support/fixtures.ts'
import { FirefoxPage, findFirefox } from '../support/firefox.ts'
import { endStream, expectVideo, goLive, recordPeers } from '../support/watching.ts'
import { scaled } from '../../scripts/test/machine-limits.ts'

const executable = findFirefox()
const responseSchema = z.object({ status: z.number(), body: z.unknown() })

const test = base.extend<{ firefox: FirefoxPage }>({
  // A test fixture, as other worker fixtures would need another worker with another browser and app.
  firefox: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures it needs: none.
    async ({}, use) => {
      if (executable === null) throw new Error('there is no Firefox')
      const firefox = await FirefoxPage.open(executable)
      await recordPeers(firefox)
      await use(firefox)
      await firefox.close()
    },
    { timeout: scaled(120_000) },
  ],
})

test.skip(executable === null, 'Firefox is not installed here: `apt-get install firefox-esr`')

test('Firefox and Chromium watch each other’s broadcasts, and Firefox draws the woven strip without gaps', async ({
  app,
  firefox,
  member,
}) => {
  test.slow()
  await firefox.goto(app.url)
  // The tile has five blocks, each with a seam.
  await expect.poll(() => countBlocks(firefox)).toBe(10)
  await firefox.photograph('firefox-landing')

  const { page } = member
  await recordPeers(page)
  const watched = await createStream(page)
  await goLive(page, watched.id)
  await firefox.goto(`${app.url}/stream/${watched.id}`)
  await expectVideo(firefox, 30)
  await firefox.photograph('firefox-viewer')
  await endStream(page)

  const send = (method: string, path: string, body: unknown) => sendRequest(firefox, { method, path, body })
  await signUp(send)
  const { id } = await createStreamWith(send)
  await firefox.goto(`${app.url}/stream/${id}/broadcast`)
  await expect.poll(() => firefox.count('button', 'Start Stream')).toBe(1)
  await firefox.click('button', 'Start Stream')
  await expect.poll(() => firefox.count('button', 'End Stream')).toBe(1)
  await page.goto(`/stream/${id}`)
  await expectVideo(page, 30)
  await firefox.photograph('firefox-studio')
  await firefox.click('button', 'End Stream')
  await expect.poll(() => firefox.count('button', 'Keep streaming')).toBe(1)
  await firefox.click('button', 'End Stream')
  await expect(page.getByText('Stream Offline')).toBeVisible()
})

/** Counts the runs of equal colour along the first tile of the strip. */
async function countBlocks(firefox: FirefoxPage): Promise<number> {
  const { data, info } = await sharp(await firefox.screenshot())
    .extract({ left: 0, top: 2, width: 192, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const colours = Array.from({ length: info.width }, (_, x) => data.toString('hex', x * 3, x * 3 + 3))
  return colours.filter((colour, x) => colour !== colours[x - 1]).length
}

/** Sends an API request with the session of the page. */
async function sendRequest(firefox: FirefoxPage, request: { method: string; path: string; body: unknown }) {
  const result = await firefox.evaluate(async (text) => {
    const { method, path, body } = JSON.parse(text)
    const response = await fetch(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: await response.json() }
  }, JSON.stringify(request))
  return responseSchema.parse(result)
}
