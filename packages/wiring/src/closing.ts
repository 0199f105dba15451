import type { Providers } from '@chancery/core'

/** What holds files, connections or processes until it is closed. */
export interface Closable {
  close(): void | Promise<void>
}

export const isClosable = (adapter: object): adapter is Closable =>
  'close' in adapter && typeof adapter.close === 'function'

/** Closes those adapters of a port that can be closed. */
export async function closeProviders(adapters: Providers<object>): Promise<void> {
  await Promise.all(adapters.names.map((name) => adapters.get(name)).map((each) => isClosable(each) && each.close()))
}
