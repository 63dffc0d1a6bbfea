import { defineFeature } from '#server/feature.ts'
import { ledgerCheckHandler } from './check-job.ts'

/** The accounts of all payments. */
export const ledger = defineFeature({
  name: 'ledger',
  jobs: (context) => [ledgerCheckHandler(context)],
})
