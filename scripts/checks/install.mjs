import { existsSync } from 'node:fs'

/** The command that installs the packages, where they are missing. */
export function installCommands() {
  return existsSync('node_modules/.package-lock.json')
    ? []
    : [['npm', 'ci', '--include=dev', '--no-fund', '--no-audit']]
}
