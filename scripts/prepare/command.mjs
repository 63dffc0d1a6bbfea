import { spawn } from 'node:child_process'

/**
 * Runs a command to its end, with its output kept back. It ends with this process, even by `kill -9`: a
 * shell holds the other end of a pipe that closes then.
 *
 * @param {string[]} command
 * @param {string} cwd
 * @returns {Promise<{ code: number, said: string }>}
 */
export function runToEnd(command, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', WATCHDOG, 'sh', ...command], {
      cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const chunks = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, said: Buffer.concat(chunks).toString() }))
  })
}

// SIGKILL, for npm answers SIGTERM by going on for seconds, in the way of the next start.
const WATCHDOG = `
exec 3<&0
"$@" 3<&- </dev/null &
pid=$!
(read _ <&3; kill -KILL $pid) >/dev/null 2>&1 &
watcher=$!
wait $pid; status=$?
kill $watcher 2>/dev/null
exit $status`
