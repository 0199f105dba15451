/**
 * Every code that a failed call can carry, in one table: the docs pages, the OpenAPI document and the HTTP statuses
 * are derived from it, and a test holds them together.
 */

/** What sort of failure it is; the delivery layers decide by it alone (HTTP statuses live in `packages/http`). */
export type ErrorKind =
  | 'malformed'
  | 'invalid-input'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'not-allowed'
  | 'not-acceptable'
  | 'conflict'
  | 'too-large'
  | 'headers-too-large'
  | 'too-slow'
  | 'expectation-failed'
  | 'unsupported-version'
  | 'unsupported-coding'
  | 'not-satisfiable'
  | 'unsupported-type'
  | 'unreadable-document'
  | 'rate-limited'
  | 'upstream-failed'
  | 'upstream-timeout'
  | 'unavailable'
  | 'cancelled'
  | 'internal'

/** What holds for every occurrence of a code; its texts become a page of docs/problems. */
export interface ProblemCode {
  readonly kind: ErrorKind
  /** Short, the same for every occurrence. */
  readonly title: string
  /** When it happens. */
  readonly meaning: string
  /** What the caller does about it. */
  readonly remedy: string
  /** The same call may succeed later, unchanged; `as-told`: each occurrence says, and where it does not, it may not. */
  readonly retryable: boolean | 'as-told'
}

const code = (
  kind: ErrorKind,
  title: string,
  meaning: string,
  remedy: string,
  retryable: ProblemCode['retryable'] = false,
): ProblemCode => ({
  kind,
  title,
  meaning,
  remedy,
  retryable,
})

/** By the name that a problem has as `code`, and as the end of its `type` (RFC 9457). */
export const problemCodes = {
  malformed_json: code(
    'malformed',
    'The body is not JSON',
    'The request body could not be read as one JSON object in UTF-8.',
    'Send one JSON object. The detail names the line and column where reading stopped.',
  ),
  unsafe_input: code(
    'malformed',
    'The body holds unsafe JSON',
    'The JSON repeats a key, uses a dangerous key such as `__proto__`, or is nested deeper, or holds more values, items of one list or keys of one object than allowed.',
    'Remove what the pointer names; `limit` and `actual` tell the bound where there is one.',
  ),
  malformed_http: code(
    'malformed',
    'The request is not well-formed HTTP',
    'The first line, a header or the framing of the body is not as HTTP has it, or two servers could read it differently: no `Host` or two, a length beside chunks.',
    'Have a library for HTTP write the request. The detail names the part. Where one does, look at the proxy on the way.',
  ),
  headers_too_large: code(
    'headers-too-large',
    'The headers are too long',
    'The first line and the headers of the request are longer than 16 kB together, or too many.',
    'Leave out what the service does not ask for, cookies above all.',
  ),
  request_timeout: code(
    'too-slow',
    'The request came too slowly',
    'The headers did not arrive within 10 s, or of the body came less than 1 kB a second.',
    'Send the request again, with an Idempotency-Key where it has an effect. Send a large document in parts, by `/put-upload-part`.',
    true,
  ),
  expectation_failed: code(
    'expectation-failed',
    'What the request expects is not done here',
    'The `Expect` header asks for something other than `100-continue`.',
    'Leave the header out.',
  ),
  http_version_not_supported: code(
    'unsupported-version',
    'This version of HTTP is not spoken here',
    'The first line of the request names a version other than HTTP/1.1 and HTTP/1.0, or does not end with CR LF.',
    'Speak HTTP/1.1.',
  ),
  transfer_coding_not_supported: code(
    'unsupported-coding',
    'This transfer coding is not known here',
    'The `Transfer-Encoding` of the request is another than `chunked`.',
    'Send the body with its length, or in chunks.',
  ),
  api_key_missing: code(
    'unauthenticated',
    'An API key is needed',
    'The request has no `x-api-key` header.',
    'Send your key in the `x-api-key` header. `npm start` prints a development key.',
  ),
  api_key_invalid: code(
    'unauthenticated',
    'The API key is not valid',
    'The key is not one of ours, is mistyped, or was revoked. The answer is the same in each case.',
    'Check the key, or have a new one issued with `node tools/chancery.mjs keys create`.',
  ),
  event_signature_invalid: code(
    'unauthenticated',
    'It is not the provider that calls',
    'What a provider tells of e-mails comes with its signature, or with the secret that it was given. There is none, it is another one, or the request is older than five minutes.',
    'Compare the key or secret of the settings with the provider’s, and the clocks.',
  ),
  api_key_expired: code(
    'forbidden',
    'The API key has expired',
    'The key was valid, and its time is over.',
    'Rotate the key with `node tools/chancery.mjs keys rotate`.',
  ),
  operation_not_allowed: code(
    'forbidden',
    'The key may not call this operation',
    'The key is valid, but was not issued for this operation; or it is a gateway’s, where keys have spaces, and has none.',
    'Use a key whose operations include this one. For a key of a gateway the operator gives a space to its `keyId`.',
  ),
  operation_not_found: code(
    'not-found',
    'There is no such operation',
    'The path names none of the operations.',
    'See `/docs` or `/openapi.json` for the list.',
  ),
  document_not_found: code(
    'not-found',
    'The document was not found',
    'No document is stored at that path (or in that version) with that provider.',
    'List what is there with `/get-folder-directories`.',
  ),
  provider_not_configured: code(
    'not-found',
    'The provider is not configured',
    'The request names a provider that this service was not set up with.',
    'Use one of the `configured` providers, or leave the field out for the default.',
  ),
  client_not_found: code(
    'not-found',
    'The client was not found',
    'No client with that id is in the directory.',
    'Import clients with `/enter-client-data`; its answer gives their ids.',
  ),
  method_not_allowed: code(
    'not-allowed',
    'The method is not allowed',
    'Operations are called by POST only.',
    'Use the method that the `Allow` header names.',
  ),
  not_acceptable: code(
    'not-acceptable',
    'The wanted answer type is not available',
    'The `Accept` header allows none of the types that the operation answers.',
    'Accept `application/json` (or `*/*`).',
  ),
  unsupported_media_type: code(
    'unsupported-type',
    'The body type is not supported',
    'The `Content-Type` is not one that the operation takes.',
    'Send `Content-Type: application/json`.',
  ),
  document_exists: code(
    'conflict',
    'A document is already there',
    'The target path holds another document, and `onConflict` is `fail` or `skip-if-same`.',
    'Choose another path, or say `overwrite` or `rename` in `onConflict`.',
  ),
  write_conflict: code(
    'conflict',
    'It was changed at the same time',
    'Another call changed the same document or client between reading and writing.',
    'Repeat the call.',
    true,
  ),
  range_not_satisfiable: code(
    'not-satisfiable',
    'The document has none of these bytes',
    'The range begins behind the end of the document.',
    'Ask for bytes before `size`, which is that of the document.',
  ),
  idempotency_in_flight: code(
    'conflict',
    'The same call is still running',
    'A call with the same Idempotency-Key has started and not finished.',
    'Wait as `Retry-After` says and repeat the same call.',
    true,
  ),
  payload_too_large: code(
    'too-large',
    'It is too large',
    'The body, a document, or what is inside the document exceeds a limit.',
    '`limit` and `actual` say by how much. Split or shrink it, or raise the limit in the configuration. Where the call fits the bounds of background work, the hint says so: send it with `Prefer: respond-async`.',
  ),
  invalid_request: code(
    'invalid-input',
    'The request is not valid',
    'One or more fields are missing, unknown, of the wrong type or out of range. All are listed.',
    'Correct each entry of `errors`; its `pointer` is the place.',
  ),
  template_invalid: code(
    'invalid-input',
    'The template has faults',
    'The template cannot be filled as it is. All faults are listed with their place.',
    'Correct the template; the validate operation shows the same list.',
  ),
  data_incomplete: code(
    'invalid-input',
    'The data does not fit the template',
    'The template wants values that the data lacks, or of another kind, and `missing` is `error`.',
    'Add the values that `errors` names, or choose another `missing` policy.',
  ),
  unsupported_document: code(
    'invalid-input',
    'This type of document is not supported here',
    'The type, decided from the bytes, is none that the operation can work with.',
    'Convert the document to one of the `supported` types.',
  ),
  unsupported_option: code(
    'invalid-input',
    'This option is not available',
    'The option is known, but the chosen provider cannot do it, or what it needs is not installed.',
    'Leave the option out or choose another provider; the detail says which.',
  ),
  document_corrupt: code(
    'unreadable-document',
    'The document is damaged',
    'The bytes are not a whole document of the type that they claim.',
    'Open and save the document anew in the program that it came from.',
  ),
  document_encrypted: code(
    'unreadable-document',
    'The document is encrypted',
    'The document wants a password, wants another one, or is encrypted in a way that no password helps with: `reason` says which.',
    'Remove the protection and send it again, or give the password where the operation takes one.',
  ),
  upload_incomplete: code(
    'conflict',
    'The upload is not whole',
    'Parts of the upload that the call names are not there: never sent, of another key, expired, or taken away when it was finished.',
    'See by `/get-upload` which are there, and send the others by `/put-upload-part`.',
  ),
  checksum_mismatch: code(
    'invalid-input',
    'The checksum does not match',
    'The bytes that arrived do not have the SHA-256 that the request states.',
    'Send the document again.',
    true,
  ),
  url_not_allowed: code(
    'invalid-input',
    'This address may not be fetched',
    'Fetching is off, or the host is not on the allow-list, or the address is private.',
    'Send the document as `content`, or have its host added to the allow-list.',
  ),
  idempotency_mismatch: code(
    'invalid-input',
    'The Idempotency-Key was used for another call',
    'The same key came with a different body before.',
    'Use a new Idempotency-Key for a new call.',
  ),
  rate_limited: code(
    'rate-limited',
    'Too many calls',
    'The key has used up its rate, or has too many calls running at once.',
    'Wait as `Retry-After` says.',
    true,
  ),
  internal: code(
    'internal',
    'Something went wrong here',
    'A fault in the service. Nothing of it is shown; the log has the request id.',
    'Report it with the request id.',
  ),
  provider_failed: code(
    'upstream-failed',
    'The provider failed',
    'The provider answered with an error, or in a way that could not be understood.',
    '`retryable` says whether a repetition is safe.',
    'as-told',
  ),
  provider_unavailable: code(
    'unavailable',
    'The provider cannot be reached',
    'The provider did not take the call. Nothing was handed over.',
    'Repeat the call later.',
    true,
  ),
  provider_timeout: code(
    'upstream-timeout',
    'The provider took too long',
    'The provider did not answer in time.',
    '`retryable` says whether a repetition is safe.',
    'as-told',
  ),
  deadline_exceeded: code(
    'upstream-timeout',
    'The operation took too long',
    'The operation did not finish within its deadline and was stopped.',
    'Repeat the call later where `retryable` says so: with an Idempotency-Key nothing is done twice. Or have it done in the background, with minutes instead of seconds, by the header `Prefer: respond-async`; or send a smaller document or fewer records.',
    'as-told',
  ),
  background_operation_not_found: code(
    'not-found',
    'There is no such operation any more',
    'No operation in the background has this id, it is not of this caller, or its time is over.',
    'Look at the `id` of the answer 202, and at its `expiresAt`; list those that are there by `/list-operations`.',
  ),
  work_cut_off: code(
    'unavailable',
    'The work on it was cut off each time',
    'An operation in the background was begun several times, and each time the process that did it ended without a word.',
    'Send less in one call. If it is the same with little, tell whoever runs the service the request id.',
    false,
  ),
  work_lost: code(
    'unavailable',
    'What was kept of it is gone',
    'Of an operation in the background, what the service had kept in its document store (the input of the call, or its answer) is gone or damaged.',
    'Tell whoever runs the service the request id. Look at what the operation has done already before you make the call again, with another Idempotency-Key.',
    false,
  ),
  overloaded: code(
    'unavailable',
    'The service is busy',
    'All places are taken, and the queue is full, or the service is shutting down.',
    'Wait as `Retry-After` says.',
    true,
  ),
  cancelled: code(
    'cancelled',
    'The call was cancelled',
    'The caller went away before the answer, or an operation in the background was cancelled.',
    'Nothing; besides operations in the background it is seen only in logs and by library users.',
  ),
} satisfies Record<string, ProblemCode>

/** What callers branch on: `code` of a `ChanceryError` and of a problem. */
export type ProblemCodeName = keyof typeof problemCodes
