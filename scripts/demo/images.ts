import sharp from 'sharp'
import { generatePattern } from '../../src/web/ui/pattern/generate-pattern.ts'
import { type PatternFamily, SAMPLE_STORIES, SAMPLE_STREAMS } from './sample-data.ts'

/** Colours of the light theme by the names of the custom properties (`--t-…`) that a pattern refers to. */
const THREAD_COLORS: Record<string, string> = {
  marigold: '#f9b233',
  clay: '#b5603a',
  sorrel: '#b80f3c',
  jacaranda: '#8d5aa8',
  indigo: '#383a8f',
  palm: '#1c7a6a',
  cotton: '#f2ecdf',
  night: '#2e1527',
}

/** WebP images by story text, or by `thumbnailKey`. */
export type SampleImages = ReadonlyMap<string, Buffer>

export const thumbnailKey = (title: string, size: 'large' | 'small') => `${size}:${title}`

/** Draws all sample images. Called before the app starts, because the app disables SVG input of the image library. */
export async function drawImages(): Promise<SampleImages> {
  const images = new Map<string, Buffer>()
  for (const { text, pattern } of SAMPLE_STORIES)
    if (pattern) images.set(text, await drawPattern(text, pattern, 1200, 800))
  for (const { title, pattern } of SAMPLE_STREAMS) {
    images.set(thumbnailKey(title, 'large'), await drawPattern(title, pattern, 1280, 720))
    images.set(thumbnailKey(title, 'small'), await drawPattern(title, pattern, 640, 360))
  }
  return images
}

/** Draws a woven pattern that depends only on the seed. Sizes in pixels. */
async function drawPattern(
  seed: string,
  family: PatternFamily,
  width: number,
  height: number,
): Promise<Buffer> {
  const strip = Math.round(height / 7)
  const paths = generatePattern({
    seed,
    family,
    length: width,
    strip,
    count: 8,
    pulse: Math.round(width / 30),
    run: 'across',
  })
  const pathElements = paths.map(({ fill, d }) => `<path fill="${colorOf(fill)}" d="${d}"/>`).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#2e1527"/>${pathElements}</svg>`
  return sharp(Buffer.from(svg)).webp({ quality: 82 }).toBuffer()
}

function colorOf(fill: string): string {
  const [, thread = ''] = /--t-([a-z]+)/.exec(fill) ?? []
  return THREAD_COLORS[thread] ?? '#2e1527'
}
