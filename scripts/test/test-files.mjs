import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isShortMedia } from './short-media.mjs'

const FOLDERS = ['src', 'scripts', 'e2e', 'bench']

/**
 * Test files and benchmarks whose path contains `part`, by the step that runs them.
 *
 * @param {string} root
 * @param {string} part
 * @returns {{ unit: string[], bench: string[], 'short-media': string[], browser: string[] }}
 */
export function findTestFiles(root, part) {
  const files = FOLDERS.filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file}`,
      ),
    )
    .filter((file) => file.includes(part))
  const stories = files.filter((file) => file.endsWith('.spec.ts')).sort()
  return {
    unit: files.filter((file) => /\.test\.tsx?$/.test(file)).sort(),
    bench: files.filter((file) => /^bench\/[^/]+\.ts$/.test(file)).sort(),
    'short-media': stories.filter(isShortMedia),
    browser: stories.filter((file) => !isShortMedia(file)),
  }
}
