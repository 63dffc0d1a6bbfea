import { chatCleanupHandler } from './cleanup-job.ts'
import { deleteChatHandler } from './delete-chat-job.ts'
import { listenToStreamsOfChat } from './listen.ts'
import { defineFeature } from '#server/feature.ts'
import { mountChat } from './routes.ts'
import { messageShown } from './message-shown.ts'

export const chat = defineFeature({
  name: 'chat',
  routes: mountChat,
  updates: [messageShown],
  listen: listenToStreamsOfChat,
  jobs: (context) => [deleteChatHandler(context), chatCleanupHandler(context)],
})
