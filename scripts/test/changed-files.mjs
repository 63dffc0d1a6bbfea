import { spawnSync } from 'node:child_process'

/**
 * Files that differ from the merge base with `revision`: committed, uncommitted, untracked and deleted ones.
 *
 * @param {string} root
 * @param {string} revision
 * @returns {{ files: string[], base: string } | { problem: string }}
 */
export function changedFiles(root, revision = 'main') {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  const base = git('merge-base', 'HEAD', revision)
  if (base.status !== 0)
    return {
      problem: `There is no revision '${revision}' to compare with: name one, as in 'changed HEAD~3'.`,
    }
  const since = base.stdout.trim()
  const differing = git('diff', '--name-only', '--no-renames', '-z', since)
  const untracked = git('ls-files', '--others', '--exclude-standard', '-z')
  const files = `${differing.stdout}${untracked.stdout}`.split('\0').filter((path) => path !== '')
  return { files: [...new Set(files)].sort(), base: since.slice(0, 8) }
}
