import { DocumentProcessorServiceClient } from '@google-cloud/documentai'
import { OAuth2Client } from 'google-auth-library'
import type { DocumentAiSettings } from './calls/document-ai-settings.ts'

type ClientOptions = NonNullable<DocumentAiSettings['clientOptions']>

/** Credentials that ask nobody for a token. */
export function withToken(): ClientOptions {
  const authClient = new OAuth2Client()
  authClient.setCredentials({ access_token: 'a-token', expiry_date: Date.now() + 3_600_000 })
  return { authClient } as unknown as ClientOptions
}

/** One client for many tests: making one takes half a second. */
export function restClient(endpoint: string): DocumentProcessorServiceClient {
  const { hostname, port } = new URL(endpoint)
  return new DocumentProcessorServiceClient({
    fallback: true,
    protocol: 'http',
    apiEndpoint: hostname,
    port: Number(port),
    ...withToken(),
  })
}
