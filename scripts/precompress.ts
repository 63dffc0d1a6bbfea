import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Smaller files fit into one packet uncompressed. */
const MIN_BYTES = 1024

/**
 * Vite plugin: writes Brotli and gzip versions, at their best quality, next to each text file of the build. Compressing
 * on each request would be too slow for that quality, and would repeat the work.
 */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = Object.values(bundle).filter(({ fileName }) => /\.(js|css|json)$/.test(fileName))
        for (const file of files) {
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          if (source.length < MIN_BYTES) continue
          const [brotliBytes, gzipBytes] = await Promise.all([
            brotli(source),
            promisify(gzip)(source, { level: 9 }),
          ])
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: brotliBytes })
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: gzipBytes })
        }
      },
    },
  }
}

function brotli(source: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(source, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
    },
  })
}
