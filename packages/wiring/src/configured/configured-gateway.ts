import { type Ports, present } from '@chancery/core'
import type { GatewayAuth } from '@chancery/http'
import type { Configuration } from '../settings/configuration.ts'

/** How callers behind the gateway are known; what verifies its tokens is loaded at the first call. */
export function configuredGateway(
  configuration: Configuration,
  keySecret: string,
  { clock, logger }: Pick<Ports, 'clock' | 'logger'>,
): GatewayAuth {
  const {
    // There are both, wherever a gateway is chosen: `readConfiguration` sees to it.
    CHANCERY_GATEWAY_AUDIENCE: audience = '',
    CHANCERY_GATEWAY_ACCOUNT: account = '',
    CHANCERY_GATEWAY_SIGNATURE: signature,
    CHANCERY_GATEWAY_CERTS_URL: certificatesUrl,
    CHANCERY_SPACE: space,
    CHANCERY_GATEWAY_SPACES: spaces,
  } = configuration
  let verifier: Promise<GatewayAuth['verifyToken']> | undefined
  const load = async (): Promise<GatewayAuth['verifyToken']> => {
    const { createGatewayTokenVerifier } = await import('@chancery/gateway')
    return createGatewayTokenVerifier({
      audience,
      account,
      clock,
      logger,
      ...present({ signature, certificatesUrl }),
    })
  }
  return {
    mode: 'gateway',
    keySecret,
    verifyToken: async (token) => (await (verifier ??= load()))(token),
    ...present({ space, spaces }),
  }
}
