export interface DatabaseSettings {
  /** `postgres://user:password@host/database`, with `sslmode` and the like as parameters. A secret. */
  readonly url: string
  /** Connections at once, at the most. */
  readonly connections: number
  /** How long a statement may take, in ms. */
  readonly statementMs?: number
}
