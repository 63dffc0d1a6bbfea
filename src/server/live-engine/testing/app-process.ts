import { testEngine } from './start-engine.ts'

/** An app that does nothing but run an engine; it tells its process and waits to be killed. */
const live = await testEngine()
await live.engine.start()
process.send?.(live.pid())
