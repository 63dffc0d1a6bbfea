import { defineFeature } from '#server/feature.ts'
import { resetLinkHandler } from './reset-link-job.ts'
import { mountAccountMail } from './routes.ts'

/** Forgotten passwords, confirmed addresses and changes of address, by links in mails. */
export const accountMailFeature = defineFeature({
  name: 'account-mail',
  routes: mountAccountMail,
  jobs: (context) => [resetLinkHandler(context)],
})
