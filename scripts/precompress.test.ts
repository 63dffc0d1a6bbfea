import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { precompress } from './precompress.ts'

test('each text file of a build has Brotli and gzip versions, except the smallest', async () => {
  const large = `export default ${JSON.stringify('cloth '.repeat(400))}`
  const files = await buildFrom({ 'virtual:large': large, 'virtual:small': 'export default 1' })
  const script = files.get('large.js') ?? ''
  expect(brotliDecompressSync(files.get('large.js.br') ?? '').toString()).toBe(script)
  expect(gunzipSync(files.get('large.js.gz') ?? '').toString()).toBe(script)
  expect([...files.keys()].filter((name) => name.startsWith('small'))).toEqual(['small.js'])
  expect(brotliDecompressSync(files.get('texts.json.br') ?? '').toString()).toBe(TEXTS)
})

const TEXTS = JSON.stringify({ story: 'cloth '.repeat(400) })

/** Builds these modules; returns the output files by name. */
async function buildFrom(modules: Record<string, string>): Promise<Map<string, string | Uint8Array>> {
  const inMemory = {
    name: 'in-memory',
    resolveId: (id: string) => (id in modules ? `\0${id}` : null),
    load: (id: string) => modules[id.slice(1)] ?? null,
    generateBundle(this: Rolldown.PluginContext) {
      this.emitFile({ type: 'asset', fileName: 'texts.json', source: TEXTS })
    },
  }
  const input = Object.fromEntries(Object.keys(modules).map((id) => [id.slice('virtual:'.length), id]))
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [inMemory, precompress()],
    build: {
      write: false,
      rolldownOptions: {
        input,
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js' },
      },
    },
  })
  if (!('output' in result)) throw new Error('expected a single build')
  return new Map(
    result.output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
  )
}
