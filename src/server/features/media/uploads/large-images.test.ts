import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { plainImage } from '#server/features/media/thumbnails/test-images.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { finish, upload, uploadMedia } from './test-uploads.ts'

async function startApp(env: Record<string, string> = {}): Promise<TestApp> {
  const server = await startTestApp({ env })
  onTestFinished(() => server.close())
  return server
}

/** An interlaced PNG of several megabytes and 48 million pixels: the decoder holds all of them in memory. */
async function largePng(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const small = sharp({ create: { width: 400, height: 300, channels: 3, background: '#000', noise } })
  return sharp(await small.png().toBuffer())
    .resize(8000, 6000, { kernel: 'nearest' })
    .png({ compressionLevel: 1, progressive: true })
    .toBuffer()
}

test('a PNG of several megabytes and 48 million pixels is stored', async () => {
  const author = await (await startApp()).member()
  const bytes = await largePng()
  expect(bytes.length).toBeGreaterThan(4_000_000)
  expect(await uploadMedia(author, bytes)).toMatchObject({ width: 1600, height: 1200 })
})

test('an image that takes memory above the limit is refused, and the next one is stored', async () => {
  const author = await (await startApp({ IMAGE_MEMORY_MB: '256' })).member()
  // For a progressive JPEG the decoder holds six bytes per pixel in memory: 216 MB, besides those of the process.
  const costly = await plainImage(6000, 6000, '#c81e1e')
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer()
  expect(await finish(author, await upload(author, costly))).toMatchObject({
    status: 413,
    body: { message: expect.stringMatching(/memory or time/) },
  })
  const next = await plainImage(640, 360, '#c81e1e').png().toBuffer()
  expect(await uploadMedia(author, next)).toMatchObject({ width: 640, height: 360 })
})
