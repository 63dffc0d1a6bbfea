import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

export type RunAs = { uid: number; gid: number }

/** A child process that ends together with this process, even after `kill -9`. */
export type WatchedProcess = {
  stderr: Readable
  /** Sends it SIGTERM and SIGINT; `exited` resolves when it has ended. */
  stop(): void
  /** Kills it and its own children, for the case that it does not react to `stop`. */
  kill(): void
  /** Resolves with the exit code; rejects when it could not be started. */
  exited: Promise<number>
}

/**
 * Starts a program under a shell that reads from a pipe of this process. When this process ends, the pipe closes and the
 * shell stops the program. Both are outside the terminal's process group, so that Ctrl-C reaches only the app, which
 * stops its parts in order.
 * @param options.runAs the OS user to run as; only root can choose another than itself
 * @param options.removeAfter a folder that is removed once the program has ended
 */
export function startWatched(
  command: readonly string[],
  options: { runAs: RunAs | null; removeAfter?: string },
): WatchedProcess {
  const child = spawn('/bin/sh', ['-c', WATCHDOG, 'sh', options.removeAfter ?? '', ...command], {
    ...options.runAs,
    cwd: '/',
    // The operator's environment (PGPORT, PGDATA, …) must not change how the program runs.
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  })
  child.stdin.on('error', ignore)
  return toWatchedProcess(child)
}

/*
 * The traps: signals to all processes of a service (systemd) must not stop the watchdog before its program. SIGTERM is
 * ignored only once the program's process exists, which would inherit that and miss a stop in its first moment.
 * A background command of a shell ignores SIGINT until it sets its own handler, so SIGTERM is sent first: it ends a
 * program that has only just started. PostgreSQL treats the two together as a fast shutdown.
 * The watcher is killed when the program ends, before the program's process id can be reused.
 */
const WATCHDOG = `
trap '' HUP INT
exec 3<&0
folder=$1; shift
(trap - HUP; exec "$@" 3<&- </dev/null) &
pid=$!
trap '' TERM
(read _ <&3; kill -TERM $pid; kill -INT $pid) 2>/dev/null &
watcher=$!
exec 3<&-
wait $pid; status=$?
kill -KILL $watcher 2>/dev/null
[ -z "$folder" ] || rm -rf "$folder" 2>/dev/null
exit $status`

function toWatchedProcess(child: ChildProcess & { stdin: Writable; stderr: Readable }): WatchedProcess {
  return {
    stderr: child.stderr,
    stop: () => child.stdin.end(),
    kill: () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    },
    exited: new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code) => {
        // If the shell was killed, the watcher still runs: closing the pipe makes it stop the program.
        child.stdin.destroy()
        resolve(code ?? 1)
      })
    }),
  }
}

function ignore(): void {}
