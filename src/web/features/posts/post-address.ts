/** A post's address, as it is passed on. */
export function postAddress(postId: string): string {
  return `${location.origin}/post/${postId}`
}
