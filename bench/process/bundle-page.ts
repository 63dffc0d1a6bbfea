import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Bundles a browser script and its imports into one script. */
export async function bundlePage(entry: URL): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    write: false,
    format: 'iife',
  })
  return outputFiles[0]?.text ?? ''
}
