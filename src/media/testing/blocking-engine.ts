/** The live engine, whose event loop signals block: SIGUSR2 for more than a second, SIGHUP for ever. */
process.on('SIGUSR2', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1200))
process.on('SIGHUP', () => {
  for (;;);
})
await import('../process/main.ts')
export {}
