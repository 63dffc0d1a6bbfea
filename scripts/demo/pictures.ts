import sharp from 'sharp'
import { weave } from '../../src/web/ui/pattern/weave.ts'
import { type ClothFamily, SAMPLE_STORIES, SAMPLE_STREAMS } from './sample-data.ts'

/** The dyes of the light theme; the cloth names them as custom properties of a page. */
const DYES: Record<string, string> = {
  marigold: '#f9b233',
  clay: '#b5603a',
  sorrel: '#b80f3c',
  jacaranda: '#8d5aa8',
  indigo: '#383a8f',
  palm: '#1c7a6a',
  cotton: '#f2ecdf',
  night: '#2e1527',
}

/** WebP files by what they belong to: a story's text, or `thumbnailSeed`. */
export type Pictures = ReadonlyMap<string, Buffer>

export const thumbnailSeed = (title: string, size: 'large' | 'small') => `${size}:${title}`

/** Draws every picture of the sample world. Before the site runs, which lets its image library read no drawings. */
export async function drawPictures(): Promise<Pictures> {
  const pictures = new Map<string, Buffer>()
  for (const { text, cloth } of SAMPLE_STORIES)
    if (cloth) pictures.set(text, await clothPicture(text, cloth, 1200, 800))
  for (const { title, cloth } of SAMPLE_STREAMS) {
    pictures.set(thumbnailSeed(title, 'large'), await clothPicture(title, cloth, 1280, 720))
    pictures.set(thumbnailSeed(title, 'small'), await clothPicture(title, cloth, 640, 360))
  }
  return pictures
}

/** A piece of cloth, always the same for a seed. Pixels. */
async function clothPicture(
  seed: string,
  family: ClothFamily,
  width: number,
  height: number,
): Promise<Buffer> {
  const strip = Math.round(height / 7)
  const paths = weave({
    seed,
    family,
    length: width,
    strip,
    count: 8,
    pulse: Math.round(width / 30),
    run: 'across',
  })
  const drawn = paths.map(({ fill, d }) => `<path fill="${dyeOf(fill)}" d="${d}"/>`).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#2e1527"/>${drawn}</svg>`
  return sharp(Buffer.from(svg)).webp({ quality: 82 }).toBuffer()
}

function dyeOf(fill: string): string {
  const [, thread = ''] = /--t-([a-z]+)/.exec(fill) ?? []
  return DYES[thread] ?? '#2e1527'
}
