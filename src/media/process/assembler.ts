import { setPriority } from 'node:os'
import { assembleParts } from '../recording/assembly/assemble-parts.ts'
import { logError } from './guard.ts'
import type { AssemblerMessage } from './protocol.ts'

/*
 * Entry point of the process that assembles a recording's parts into one file: `assembler.ts FOLDER`.
 * It runs at the lowest priority, sends its result over the IPC channel and exits. It exits at once when the channel
 * closes, because then the app is gone.
 */

const LOWEST_PRIORITY = 19

const [, , folder] = process.argv
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit(0))
if (!process.connected || !folder) {
  logError('assembly', 'it is started by the app, not by hand')
  process.exit(1)
}
try {
  setPriority(LOWEST_PRIORITY)
} catch (error) {
  logError('assembly at full speed', error)
}
send(await assembleFolder(folder))

async function assembleFolder(path: string): Promise<AssemblerMessage> {
  try {
    const assembled = await assembleParts(path)
    return assembled ? { type: 'assembled', ...assembled } : { type: 'empty' }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { type: 'failed', message, isTemporary: isSystemError(error) }
  }
}

/** True for `ENOSPC` and the like, false for the errors of Node (`ERR_…`) and of the libraries. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^E[A-Z\d]+$/.test(String(error.code))
}

function send(message: AssemblerMessage): void {
  process.send?.(message, undefined, undefined, () => process.exit(0))
}
