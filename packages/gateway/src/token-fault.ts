/** What is wrong with an identity token; for the log, since callers need not know how near they came. */
export type TokenFault =
  | 'malformed'
  | 'signature-removed'
  | 'signature-expected-removed'
  | 'algorithm'
  | 'audience'
  | 'issuer'
  | 'account'
  | 'account-unverified'
  | 'expired'
  | 'not-yet-valid'
  | 'unknown-key'
  | 'signature'
