/** Lets go of what receives; resolves when no work of it runs any more. */
export interface Receiving {
  close(): Promise<void>
}

/**
 * Tells workers, wherever they are, that a call waits. It may tell more than once: whoever finds nothing to take has nothing
 * to do. What is in the register is what counts; this only saves looking.
 */
export interface CallDelivery {
  readonly id: string
  /** Durable where the delivery is one between processes. @throws `provider_*` */
  announce(id: string, options: { readonly signal: AbortSignal }): Promise<void>
  /**
   * Has `work` done whenever a call may wait, so many at once. `work` says whether there was one; it throws only where it is
   * to be told again later.
   */
  receive(work: () => Promise<boolean>, options: { readonly slots: number }): Promise<Receiving>
}
