// `npm run worker`: runs the jobs of a running app in a process of their own; start the app with JOBS=off then.
import { runBuilt } from './prepare/run-built.mjs'

await runBuilt('worker.js')
