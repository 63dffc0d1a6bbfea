import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

export type RunAs = { uid: number; gid: number }

/** A program that ends when this process does, even by `kill -9`. */
export type WatchedProcess = {
  stderr: Readable
  /** Interrupts it; `exited` says when it has ended. */
  stop(): void
  /** Ends it and what it started at once, for one that does not answer `stop`. */
  kill(): void
  /** Resolves with the exit code; rejects when it could not be started. */
  exited: Promise<number>
}

/**
 * Starts a program under a shell that holds the other end of a pipe. The pipe closes with this
 * process; the shell then interrupts the program. It is out of the terminal's process group, so that
 * Ctrl-C reaches only the app, which stops its parts in order.
 * @param options.runAs the user it runs as; only root may choose another than itself
 * @param options.removeAfter a folder that is removed once the program has ended
 */
export function startWatched(
  command: readonly string[],
  options: { runAs: RunAs | null; removeAfter?: string },
): WatchedProcess {
  const child = spawn('/bin/sh', ['-c', WATCHDOG, 'sh', options.removeAfter ?? '', ...command], {
    ...options.runAs,
    cwd: '/',
    // Nothing of the operator's environment (PGPORT, PGDATA, …) changes how it runs.
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  })
  child.stdin.on('error', ignore)
  return watched(child)
}

/*
 * What stops the whole service at once (systemd) must not stop the watchdog before its program.
 * A shell's background command ignores SIGINT until it sets its own handler, so SIGTERM comes first:
 * it ends a program that has only just begun. PostgreSQL takes the two together as a fast shutdown.
 * The watcher ends with the program, before the program's process id can be given to another.
 */
const WATCHDOG = `
trap '' HUP INT TERM
exec 3<&0
folder=$1; shift
(trap - HUP TERM; exec "$@" 3<&- </dev/null) &
pid=$!
(read _ <&3; kill -TERM $pid; kill -INT $pid) 2>/dev/null &
watcher=$!
exec 3<&-
wait $pid; status=$?
kill -KILL $watcher 2>/dev/null
[ -z "$folder" ] || rm -rf "$folder" 2>/dev/null
exit $status`

function watched(child: ChildProcess & { stdin: Writable; stderr: Readable }): WatchedProcess {
  return {
    stderr: child.stderr,
    stop: () => child.stdin.end(),
    kill: () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    },
    exited: new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code) => {
        // The watcher may have outlived a killed shell: the closed pipe ends the program then.
        child.stdin.destroy()
        resolve(code ?? 1)
      })
    }),
  }
}

function ignore(): void {}
