import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const FOLDERS = ['src', 'scripts', 'e2e', 'bench']

/**
 * Test files and benchmarks whose path contains `part`, by the step that runs them.
 *
 * @param {string} root
 * @param {string} part
 * @returns {{ unit: string[], browser: string[], bench: string[] }}
 */
export function findTestFiles(root, part) {
  const files = FOLDERS.filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file}`,
      ),
    )
    .filter((file) => file.includes(part))
  return {
    unit: files.filter((file) => /\.test\.tsx?$/.test(file)).sort(),
    bench: files.filter((file) => /^bench\/[^/]+\.ts$/.test(file)).sort(),
    browser: files.filter((file) => file.endsWith('.spec.ts')).sort(),
  }
}
