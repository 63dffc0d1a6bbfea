import { sql } from 'drizzle-orm'

/**
 * The common table expression `joined`, for a statement that counts a message in `counted`. Adds the author to the participants of
 * the creator's chats. Has a row if the author is new; creators are not participants of their own chats.
 */
export const participantsCte = (userId: ReturnType<typeof sql>) => sql`
  joined as (
    insert into chat_participants (creator_id, user_id)
    select c.streamer_id, ${userId} from counted c where c.streamer_id <> ${userId}
    on conflict do nothing returning creator_id
  )`
