import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type IncomingMessage, Server } from 'node:http'
import { connectionsWithin, openDoors } from '@chancery/http/server'

/** What Express' body parsers decide by whether there is a body to read. */
const bodyHeaders = ['content-length', 'transfer-encoding'] as const
/** What the framework listens to, to end the process at once: a call that is under way would be cut off. */
const endings = ['SIGTERM', 'SIGINT', 'uncaughtException', 'unhandledRejection'] as const
/** Node tells of each server that is to listen, before it does. */
const listens = 'tracing:net.server.listen:asyncStart'

const addresses = new WeakMap<IncomingMessage, string>()

/** The address as it came: Express is shown another. */
export const addressOf = (request: IncomingMessage): string | undefined => addresses.get(request) ?? request.url

/**
 * Makes the server of the functions framework, which has no settings for it, one as the service's own:
 * - its doors: who may connect and how long, and which HTTP comes through, refused in the form of all problems;
 * - bodies come unread, so that limits hold before they are in memory. The service reads the raw headers, which stay;
 * - Express answers nothing by itself, such as an address that it cannot decode, by a page of HTML with places of the code;
 * - signals and what nothing has caught are for `ready` to see to.
 * @param ready called once, when the server listens
 */
export function ownFrameworkServer(ready: (server: Server) => void): void {
  const own = (message: unknown): void => {
    const { server } = message as { readonly server: unknown }
    if (!(server instanceof Server)) return
    unsubscribe(listens, own)
    const others = new Set(endings.flatMap((event) => process.rawListeners(event)))
    const [express] = server.listeners('request')
    server.removeAllListeners('request')
    // All connections come from the one address of Google's front end.
    const most = connectionsWithin()
    openDoors(
      server,
      (request, response) => {
        if (request.url !== undefined) addresses.set(request, request.url)
        request.url = '/'
        for (const name of bodyHeaders) delete request.headers[name]
        express?.call(server, request, response)
      },
      { connections: { most, mostOfAddress: most } },
    )
    server.once('listening', () =>
      // The framework's own listeners are added by then.
      setImmediate(() => {
        for (const event of endings) {
          for (const listener of process.rawListeners(event)) {
            if (!others.has(listener)) process.off(event, listener as () => void)
          }
        }
        ready(server)
      }),
    )
  }
  subscribe(listens, own)
}
