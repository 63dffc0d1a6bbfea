import { id as idField } from '#shared/fields.ts'
import { displayName } from '#shared/users.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Preview } from '#server/http/pages/previews.ts'
import type { Translate } from '#server/http/translations.ts'
import { listPostsByIds } from './queries.ts'

/** The link preview of a post; undefined when visitors cannot see the post. */
export async function postPreview(
  db: Executor,
  id: string | undefined,
  translate: Translate,
): Promise<Preview | undefined> {
  const parsedId = idField.safeParse(id)
  const [post] = parsedId.success ? await listPostsByIds(db, [parsedId.data], null) : []
  if (!post) return undefined
  return {
    title: translate('site.postBy', { name: displayName(post.author) }),
    description: post.content,
    image: post.mediaPosterUrl ?? (post.mediaType === 'image' ? post.mediaUrl : null),
    type: 'article',
  }
}
