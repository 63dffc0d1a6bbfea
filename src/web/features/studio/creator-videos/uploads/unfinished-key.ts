/** Cache key of the user's unfinished uploads. */
export const UNFINISHED_KEY = ['unfinished-uploads']
