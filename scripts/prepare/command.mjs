import { spawn } from 'node:child_process'

/**
 * Runs a command to its end and returns its exit code and output. The command is killed when this process ends, even by
 * `kill -9`: a shell watches a pipe that closes then.
 *
 * @param {string[]} command
 * @param {string} cwd
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runToEnd(command, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', WATCHDOG, 'sh', ...command], {
      cwd,
      // Before npm 11, which runs no script unless package.json allows it, node-av would download a program that is not used.
      env: { ...process.env, SKIP_FFMPEG: 'true' },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const chunks = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }))
  })
}

// SIGKILL, because npm keeps running for seconds after SIGTERM, and would interfere with the next start.
const WATCHDOG = `
exec 3<&0
"$@" 3<&- </dev/null &
pid=$!
(read _ <&3; kill -KILL $pid) >/dev/null 2>&1 &
watcher=$!
wait $pid; status=$?
kill $watcher 2>/dev/null
exit $status`
