import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * Runs a check on files in a temporary folder, so that no other check finds code that violates a rule on purpose. The
 * packages of this project can be imported there.
 */
export async function withPlanted<T>(
  files: Record<string, string>,
  check: (folder: string) => T | Promise<T>,
): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'planted-')))
  try {
    writeFiles(folder, files)
    return await check(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries({ ...PROJECT, ...files })) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
}

const PROJECT = {
  'package.json': JSON.stringify({
    type: 'module',
    imports: {
      '#shared/*': './src/shared/*',
      '#server/*': './src/server/*',
      '#media/*': './src/media/*',
      '#transcode/*': './src/transcode/*',
      '#web/*': './src/web/*',
    },
    dependencies: { 'drizzle-orm': '*', 'node-av': '*', pg: '*', sharp: '*', zod: '*' },
    devDependencies: { ws: '*', react: '*' },
  }),
}
