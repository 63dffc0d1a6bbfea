import { sql } from 'drizzle-orm'

/**
 * The part `joined` of a statement that has counted a message in `counted`: adds its author to those who have written in the creator's
 * chats. It has a row if the author had not; creators are never first in chats of their own.
 */
export const participantsCte = (userId: ReturnType<typeof sql>) => sql`
  joined as (
    insert into chat_participants (creator_id, user_id)
    select c.streamer_id, ${userId} from counted c where c.streamer_id <> ${userId}
    on conflict do nothing returning creator_id
  )`
