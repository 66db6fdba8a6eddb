/** How many calls a company may make to a platform that takes few. */
export const limit = { max: 60, seconds: 1 }
