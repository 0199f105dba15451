/** Something by which a client is recognized, or may be. */
export type ClientIdentifier =
  | {
      readonly kind: 'id' | 'email' | 'phone' | 'external' | 'row'
      /** E-mails in lower case, phones in E.164. For `id`: the client's own; for `external`: `<source>:<id>`; for `row`: a digest in `rows` of the record. */
      readonly value: string
    }
  /** A key of `blockKeys`. */
  | { readonly kind: 'block'; readonly value: number }
