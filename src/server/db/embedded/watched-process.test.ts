import { expect, onTestFinished, test } from 'vitest'
import { startWatched } from './watched-process.ts'

/** A stop that meets the first moment of a process was missed about once in 40 starts. */
const STARTS = 400

test('a program that is stopped while it starts ends', async () => {
  for (let count = 0; count < STARTS; count += 1) {
    const program = startWatched(['sleep', '60'], { runAs: null })
    onTestFinished(() => program.kill())
    program.stop()
    // The exit code of a program that SIGTERM ended.
    expect(await program.exited).toBe(128 + 15)
  }
})
