import { type Remote, startRemote } from '../process/remote.ts'
import type { Commands } from './commands.ts'

/** The commands as this process calls them. */
export type Server = Remote<Commands>

/** Starts the process that is measured. */
export function startProcess(): Promise<Server> {
  return startRemote<Commands>(new URL('./server.ts', import.meta.url))
}
