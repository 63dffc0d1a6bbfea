import sharp from 'sharp'

type Options = { width?: number; height?: number; background?: string }

/** Returns a JPEG as a page sends it, in Base64. */
export async function makeFrame(options: Options = {}): Promise<string> {
  return (await makeJpeg(options)).toString('base64')
}

export function makeJpeg({
  width = 640,
  height = 360,
  background = '#c81e1e',
}: Options = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg({ quality: 60 })
    .toBuffer()
}
