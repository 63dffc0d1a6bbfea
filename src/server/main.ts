import { runProcess } from './run-process.ts'
import { start } from './start.ts'

await runProcess(start)
