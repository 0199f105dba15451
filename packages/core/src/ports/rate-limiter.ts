/** So many calls in a window, which comes back evenly: after `windowMs / limit` one more is free. */
export interface Rate {
  /** Calls of one window, and of one burst; at least 1. */
  readonly limit: number
  readonly windowMs: number
}

/** What became of one call. */
export interface RateTaken {
  readonly allowed: boolean
  /** Whole calls that are left now. */
  readonly remaining: number
  /** Until the next call is free, in ms; 0 where one is left. */
  readonly retryAfterMs: number
  /** Until all calls of the window are free again, in ms. */
  readonly resetMs: number
}

/** Counts calls by key, for all who share it. A refused call counts as none. */
export interface RateLimiter {
  /** Of many concurrent callers, exactly as many are allowed as the rate has left. */
  take(key: string, rate: Rate): Promise<RateTaken>
}
