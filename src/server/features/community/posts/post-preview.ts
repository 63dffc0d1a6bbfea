import { id as idField } from '#shared/fields.ts'
import { POSTER, imageSizes } from '#shared/media/image-sizes.ts'
import type { Post } from '#shared/community/posts.ts'
import { displayName } from '#shared/accounts/users.ts'
import type { Executor } from '#server/db/executor.ts'
import { previewImage } from '#server/http/pages/preview-image.ts'
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
    image: imageOf(post),
    type: 'article',
  }
}

/** Its widest image, or the poster of its video or animation. */
function imageOf({ id, mediaType, mediaUrl, mediaPosterUrl, mediaWidth, mediaHeight }: Post) {
  const size = { width: mediaWidth ?? POSTER.width, height: mediaHeight ?? POSTER.height }
  const image = mediaType === 'image' && mediaUrl ? imageSizes(mediaUrl, mediaWidth ?? 0).at(-1)?.url : null
  return previewImage({ kind: 'post', id }, mediaPosterUrl ?? image ?? null, size)
}
