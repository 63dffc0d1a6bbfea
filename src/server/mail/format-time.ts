/** Formats a time (ISO 8601), the same in all languages: the recipient's time zone is not known. */
export const formatTime = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`
