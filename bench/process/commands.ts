type Request = { id: number; name: string; parameters: unknown[] }
export type CommandResult = { id: number; value?: unknown; error?: string }

/** Runs the commands of the parent process (`startRemote`). A command that disconnects ends the process. */
export function handleCommands(commands: object): void {
  // Also when the parent has ended: an open socket would keep this process running.
  process.once('disconnect', () => process.exit())
  process.on('message', (request: Request) => {
    // Boundary: the parent process calls only the commands of this type.
    const run = (commands as Record<string, (...parameters: unknown[]) => unknown>)[request.name]
    void Promise.resolve()
      .then(() => run?.(...request.parameters))
      .then((value): CommandResult => ({ id: request.id, value }))
      .catch((error: unknown): CommandResult => ({ id: request.id, error: String(error) }))
      .then((result) => process.connected && process.send?.(result))
  })
}

/** Microseconds of CPU that this process has used so far. */
export function processCpu(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
