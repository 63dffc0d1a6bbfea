import { runCommand } from './run-command.mjs'

/** Without the variables by which a runner recognises that another one has started it. */
export function runPlanted(folder: string, command: string[]) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST_|NODE_ENV|PLAYWRIGHT)/.test(name)),
  )
  return runCommand(command, { cwd: folder, env })
}
