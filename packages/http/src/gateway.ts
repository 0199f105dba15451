import type { OpenApiDocument } from './openapi.ts'

/** What Google's API Gateway is told of the service behind it. */
export interface GatewaySettings {
  /** The function's or service's own address. */
  readonly address: string
  /** `aud` of the gateway's identity token; absent: the address. */
  readonly audience?: string
  /** Seconds that the gateway waits for an answer; its own default of 15 is too short for us. */
  readonly deadlineSeconds: number
}

const backend = 'chancery'

/**
 * The same document for Google's API Gateway, with its extensions for OpenAPI 3.x
 * (https://docs.cloud.google.com/api-gateway/docs/oasv3-extensions): one backend for all, the path kept. The gateway
 * owns `x-api-key` then, so the service runs with `auth: gateway`.
 */
export function gatewayDocument(
  document: OpenApiDocument,
  settings: GatewaySettings,
): Readonly<Record<string, unknown>> {
  return {
    ...document,
    servers: document.servers.map((server) => ({ ...server, 'x-google-endpoint': {} })),
    'x-google-api-management': {
      backends: {
        [backend]: {
          address: settings.address,
          jwtAudience: settings.audience ?? settings.address,
          deadline: settings.deadlineSeconds,
          pathTranslation: 'APPEND_PATH_TO_ADDRESS',
          protocol: 'http/1.1',
        },
      },
    },
    'x-google-backend': backend,
  }
}
