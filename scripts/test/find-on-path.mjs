import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Returns the path of the first of `names` that exists in a folder of the PATH, or `null`.
 *
 * @param {readonly string[]} names
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | null}
 */
export function findOnPath(names, env) {
  const folders = (env.PATH ?? '').split(delimiter)
  return (
    names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path)) ??
    null
  )
}
