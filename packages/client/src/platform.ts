/**
 * What the client needs of the platform: the globals that browsers, Node, Deno, Bun and workers share. Declared here
 * because the package knows no platform's types.
 */
export interface FetchRequest {
  readonly method: 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
}

/** The part of the standard `Response` that is read. */
export interface FetchResponse {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}

/** The part of the standard `fetch` that is used; another may be given in its place. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchResponse>

interface Platform {
  readonly fetch: Fetch
  readonly AbortController: new () => { readonly signal: AbortSignal; abort(reason?: unknown): void }
  readonly crypto: {
    randomUUID(): string
    readonly subtle: { digest(algorithm: 'SHA-256', bytes: Uint8Array): Promise<ArrayBuffer> }
  }
  setTimeout(run: () => void, ms: number): unknown
  clearTimeout(timer: unknown): void
}

export const platform = globalThis as unknown as Platform
