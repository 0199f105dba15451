import { type Contract, methodName } from '@chancery/core'
import { openRoutes, pathParameter } from '../open-routes.ts'

/** What Google's API Gateway is told of the service behind it. */
export interface GatewaySettings {
  readonly version: string
  /** The service's own address, under which each operation has its path. */
  readonly address: string
  /** Addresses of operations that have a function of their own, by their names. */
  readonly ownAddresses?: ReadonlyMap<string, string>
  /** `aud` of the gateway's identity tokens; absent: the address that a call goes to. */
  readonly audience?: string
  /** Where callers reach the gateway; absent: where Google puts it. */
  readonly gateway?: string
  /** Seconds that the gateway waits for an answer; its own default of 15 is too short for us. */
  readonly deadlineSeconds: number
  /** What the deployment allows a call, by name. */
  readonly limits: Readonly<Record<string, number>>
}

const shared = 'chancery'

/**
 * What Google's API Gateway must know: an OpenAPI 3.1 document of bare paths, with its extensions
 * (https://docs.cloud.google.com/api-gateway/docs/oasv3-extensions). It checks the key of every operation, lets those through
 * that need none, and checks nothing of bodies: their contracts are in the service's own `/openapi.json`. The service runs with `auth: gateway` then.
 */
export function gatewayDocument(
  operations: readonly Contract[],
  settings: GatewaySettings,
): Readonly<Record<string, unknown>> {
  const { version, address, ownAddresses = new Map(), gateway, limits } = settings
  const backend = (at: string): unknown => ({
    address: at,
    jwtAudience: settings.audience ?? at,
    deadline: settings.deadlineSeconds,
    pathTranslation: 'APPEND_PATH_TO_ADDRESS',
    protocol: 'http/1.1',
  })
  return {
    openapi: '3.1.0',
    info: { title: 'Chancery', version, description: 'A firm’s paperwork with its clients, as operations.' },
    // Without one the gateway takes its own host.
    ...(gateway === undefined ? {} : { servers: [{ url: gateway, 'x-google-endpoint': {} }] }),
    'x-google-api-management': {
      backends: {
        [shared]: backend(address),
        ...Object.fromEntries([...ownAddresses].map(([name, at]) => [name, backend(at)])),
      },
    },
    'x-google-backend': shared,
    paths: Object.fromEntries([
      ...operations.map((operation) => [
        `/${operation.name}`,
        {
          post: {
            operationId: methodName(operation.name),
            summary: operation.summary,
            security,
            ...(ownAddresses.has(operation.name) ? { 'x-google-backend': operation.name } : {}),
            responses,
          },
        },
      ]),
      // Others' machines have no key. Where the service does not hear them it answers 404.
      ...openRoutes.map((route) => [
        route.path,
        {
          post: {
            operationId: route.operationId,
            summary: route.summary,
            security: [],
            parameters: [pathParameter(route)],
            responses,
          },
        },
      ]),
    ]),
    components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } } },
    security,
    'x-limits': limits,
  }
}

const security = [{ apiKey: [] }]
const responses = { default: { description: 'As the service’s own document says.' } }
