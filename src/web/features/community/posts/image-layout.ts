/** The `sizes` of a post's image: the column of a feed. */
export const POST_IMAGE_SIZES = '(min-width: 768px) 700px, calc(100vw - 84px)'
