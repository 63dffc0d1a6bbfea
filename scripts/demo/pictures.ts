import sharp from 'sharp'
import type { Family } from '../../src/web/ui/dyes.ts'
import { weave } from '../../src/web/ui/weave.ts'

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

/** A piece of cloth as a WebP picture, always the same for a seed. Pixels. */
export async function clothPicture(
  seed: string,
  family: Family,
  { width, height }: { width: number; height: number },
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
