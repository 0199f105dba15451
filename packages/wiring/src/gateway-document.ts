import { calls, present } from '@chancery/core'
import { contractsAboutCalls, defaultHttpLimits, gatewayDocument, type GatewaySettings } from '@chancery/http'
import { readSettings } from './settings/configuration.ts'
import { callLimits, documentLimits, limitSettings } from './configured/configured-limits.ts'
import { version } from './version.ts'

/** By how much the gateway waits for longer than the service works, so that the service's own answer comes first, in s. */
const patienceSeconds = 5

/**
 * The document of the API gateway in front of a deployment, from the deployment's settings and nothing else: the machine
 * that makes it does not matter.
 * @throws ConfigurationError with all mistakes in the settings that it goes by
 */
export function gatewayDocumentOf(
  environment: Readonly<Record<string, string | undefined>>,
  deployment: Pick<GatewaySettings, 'address' | 'ownAddresses' | 'gateway'>,
): Readonly<Record<string, unknown>> {
  const settings = readSettings(environment, [
    ...limitSettings,
    'CHANCERY_AUTH',
    'CHANCERY_BASE_URL',
    'CHANCERY_GATEWAY_AUDIENCE',
  ])
  const { jsonDepth, jsonValues, multipartParts, idempotencyTtlMs } = defaultHttpLimits
  // Those about calls too: long work comes by the gateway, and so is asked for. Where none is taken on they are answered 404.
  return gatewayDocument([...calls, ...contractsAboutCalls], {
    ...deployment,
    ...present({
      gateway: deployment.gateway ?? settings.CHANCERY_BASE_URL,
      audience: settings.CHANCERY_GATEWAY_AUDIENCE,
    }),
    version,
    deadlineSeconds: Math.ceil(settings.CHANCERY_DEADLINE_MS / 1000) + patienceSeconds,
    limits: {
      ...callLimits(settings),
      jsonDepth,
      jsonValues,
      multipartParts,
      idempotencyTtlMs,
      ...documentLimits(settings),
    },
  })
}
