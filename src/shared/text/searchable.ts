/** Letters or digits in a row that a search needs: the index has groups of three, without one every row would be read. */
export const MIN_SEARCH = 3
export const isSearchable = (text: string): boolean => /[\p{Letter}\p{Number}]{3}/u.test(text)
