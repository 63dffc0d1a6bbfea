/** Returns the absolute URL of a post, for sharing. */
export function postUrl(postId: string): string {
  return `${location.origin}/post/${postId}`
}
