/** Where the core takes the time from, so that a test can set it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}
