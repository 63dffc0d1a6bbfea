type Request = { id: number; name: string; parameters: unknown[] }
export type Answer = { id: number; value?: unknown; error?: string }

/** Answers what the process that started this one asks (`startRemote`). A command that disconnects ends it. */
export function answerCommands(commands: object): void {
  process.on('message', (request: Request) => {
    // Boundary: the other side of this pipe is typed by the same commands.
    const run = (commands as Record<string, (...parameters: unknown[]) => unknown>)[request.name]
    void Promise.resolve()
      .then(() => run?.(...request.parameters))
      .then((value): Answer => ({ id: request.id, value }))
      .catch((error: unknown): Answer => ({ id: request.id, error: String(error) }))
      .then((answer) => process.connected && process.send?.(answer))
  })
}

/** Microseconds of CPU that this process has used so far. */
export function ownCpu(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
