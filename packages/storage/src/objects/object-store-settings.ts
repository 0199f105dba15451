/** What all object stores may be told. */
export interface ObjectStoreSettings {
  /** A folder in the bucket that everything lies below. */
  readonly prefix?: string
  /** The name of the provider. */
  readonly id?: string
  /** The bucket keeps older versions, so that they can be read. Default false. */
  readonly versions?: boolean
  /**
   * Whether it is tried, before the first write, that the store keeps to conditions. Default: where another endpoint than
   * the vendor's is set.
   */
  readonly conditions?: 'try' | 'trust'
  /** Of one call that carries no document, in ms; such with one get more by its size. Default 10,000. */
  readonly callMs?: number
  /** Calls at the most for one that fails in a way that passes. Default 4. */
  readonly attempts?: number
  /** Before a call is made again, in ms, doubled each time. Default 200. */
  readonly backoffMs?: number
}
