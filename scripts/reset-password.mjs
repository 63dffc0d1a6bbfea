// `npm run reset-password -- EMAIL`: prints a link for a new password, beside a running app.
import { runBuilt } from './prepare/run-built.mjs'

await runBuilt('reset-password.js')
