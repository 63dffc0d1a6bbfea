import { testEngine } from './start-engine.ts'

/** An app that only runs an engine: sends the engine's process id and waits to be killed. */
const live = await testEngine()
await live.engine.start()
process.send?.(live.pid())
