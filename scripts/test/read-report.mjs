import { existsSync, readFileSync } from 'node:fs'

/**
 * @param {string | undefined} path of a JSON report
 * @returns {any} `null` without a report, and for one that is incomplete because its process was killed
 */
export function readReport(path) {
  if (!path || !existsSync(path)) return null
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
