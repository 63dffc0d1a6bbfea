import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Smaller files fit one packet as they are. */
const LEAST_BYTES = 1024

/**
 * Vite plugin: beside each text file of the build lie its Brotli and gzip forms, at their best quality. A server
 * that compresses while it answers has no time for that quality, and would do the same work for every visitor.
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
          if (source.length < LEAST_BYTES) continue
          const [small, compatible] = await Promise.all([
            brotli(source),
            promisify(gzip)(source, { level: 9 }),
          ])
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: small })
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: compatible })
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
